import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {get} from 'node:http';
import {promisify} from 'node:util';
import {root} from './pages.js';
import type {TestSandbox} from './sandbox.js';

const run = promisify(execFile);

/** The faults in the table of clients in `docs/test/faults.md`, in short form. */
export const shownFaults = [
  '503',
  '502',
  'reset',
  'empty',
  'hold',
  'truncate=50%',
  'malformed',
  'wrong_type',
  'delay=50ms',
  'dribble=64/5ms',
] as const;

/** Milliseconds: the timeout of a client for a response that never arrives, and for any other. */
const [short, long] = [1500, 60_000];

/** Sends a request and returns the outcome in the client's terms. */
export type SendRequest = (url: string, key: string, patience: number) => Promise<string>;

interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly cause?: Failure;
}

const sendWithFetch: SendRequest = async (url, key, patience) => {
  try {
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(url, {headers: {authorization: `Bearer ${key}`}, signal});
    await response.json();
    return `status ${response.status}`;
  } catch (error) {
    const {name, message, cause} = error as Failure;
    return name === 'SyntaxError' ? name : `${name}: ${message}${cause?.code === undefined ? '' : ` (${cause.code})`}`;
  }
};

const sendWithHttp: SendRequest = (url, key, patience) =>
  new Promise(resolve => {
    const fail = ({name, message, code}: Failure) => resolve(name === 'SyntaxError' ? name : `${code}: ${message}`);
    const request = get(url, {headers: {authorization: `Bearer ${key}`}, timeout: patience}, response => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('error', fail);
      response.on('end', () => {
        try {
          JSON.parse(text);
          resolve(`status ${response.statusCode}`);
        } catch (error) {
          fail(error as Failure);
        }
      });
    });
    request.on('timeout', () => {
      resolve('event timeout');
      request.destroy();
    });
    request.on('error', fail);
  });

/** Only the exit code is the same in every version of curl, and curl does not parse JSON. */
const sendWithCurl: SendRequest = async (url, key, patience) => {
  const format = 'status %{http_code}';
  const words = ['-s', '-o', '/dev/null', '-w', format, '-m', String(patience / 1000), '-u', `${key}:`, url];
  return run('curl', words).then(
    ({stdout}) => stdout,
    ({code}: {code: number}) => `exit code ${code}`,
  );
};

const python = `
import json, sys, urllib.request
request = urllib.request.Request(sys.argv[1], headers={"Authorization": "Bearer " + sys.argv[2]})
try:
    with urllib.request.urlopen(request, timeout=float(sys.argv[3])) as reply:
        json.loads(reply.read())
        print("status", reply.status)
except Exception as error:
    print(type(error).__name__ + (" %d" % error.code if hasattr(error, "code") else ""))
`;

const sendWithUrllib: SendRequest = async (url, key, patience) =>
  (await run('python3', ['-c', python, url, key, String(patience / 1000)])).stdout.trim();

/** Clients by the heading of their column, with the program that they need. */
export const clients: Readonly<Record<string, {readonly needs?: string; readonly send: SendRequest}>> = {
  fetch: {send: sendWithFetch},
  'node:http': {send: sendWithHttp},
  curl: {needs: 'curl', send: sendWithCurl},
  urllib: {needs: 'python3', send: sendWithUrllib},
};

export const isThere = async (program: string): Promise<boolean> =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  );

/** The outcome of each fault in the table, in order. */
export async function outcomesOf(send: SendRequest, sandbox: TestSandbox): Promise<string[]> {
  const outcomes: string[] = [];
  for (const fault of shownFaults) {
    const end = await sandbox.fault(`*:${fault}`);
    outcomes.push(await send(`${sandbox.url}/api/v1/groups`, sandbox.key, fault === 'hold' ? short : long));
    await end();
  }
  return outcomes;
}

/** The column of the page's table with this heading. */
export function columnOf(heading: string): string[] {
  const page = readFileSync(`${root}docs/test/faults.md`, 'utf8');
  const table = page.slice(page.indexOf('| fault | fetch |')).split('\n\n', 1)[0]!.trim();
  const [headings = [], , ...rows] = table.split('\n').map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
  return rows.map(row => row[headings.indexOf(heading)]!.replaceAll('`', ''));
}
