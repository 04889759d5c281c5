import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {newFolder} from '../support/cli.js';
import {executable} from '../support/executable.js';
import {plantedRecords} from '../support/planted-account.js';
import {startTestSandbox} from '../support/sandbox.js';

/** Runs only on Linux, whose `script` program takes the command as one argument. */
const onTerminal = process.platform === 'linux' && existsSync('/usr/bin/script') ? test : test.skip;

/** Runs `learn` in a terminal. @param answers each is typed once a question with its text is printed */
async function learnAtTerminal(
  t: ExecutionContext,
  answers: ReadonlyArray<readonly [question: string, answer: string]>,
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {CRM_API_KEY: 'sandbox-key'},
) {
  const sandbox = await startTestSandbox(t, {constituents: 5});
  await sandbox.seed({records: plantedRecords, baseline: true});
  const cwd = await newFolder(t);
  const command = [process.execPath, executable, 'learn', sandbox.url, ...words].map(word => `'${word}'`).join(' ');
  const child = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
    cwd,
    env: {...process.env, CRM_API_KEY: '', ...env, TERM: 'dumb'},
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  let screen = '';
  const left = [...answers];
  child.stdout.setEncoding('utf8').on('data', text => {
    screen += text;
    const [next] = left;
    if (next !== undefined && screen.includes(next[0])) {
      left.shift();
      setTimeout(() => child.stdin.write(next[1]), 100); // the program starts to read after it has printed the question
    }
  });
  const [code] = await once(child, 'close');
  t.deepEqual(left, [], screen);
  const file = path.join(cwd, 'account.json');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  return {code, screen: screen.replaceAll('\r', ''), text, cwd, requests: await sandbox.requests()};
}

const host: readonly [string, string] = ['Go on? (y/n)', 'y\n'];

onTerminal('learn prompts for the host and shows every text before it writes the file', async t => {
  const {code, screen, text} = await learnAtTerminal(t, [host, ['stop (s)?', 'k\n']], ['--rename', 'groups']);
  t.is(code, 0, screen);
  t.regex(screen, /http:\/\/127\.0\.0\.1:\d+ gets the key of CRM_API_KEY, and some 28 GET requests\. Go on\? \(y\/n\)/);
  const part = (title: string) => screen.split(`${title}:\n`)[1]!.split('\n\n')[0]!;
  t.true(part('Texts that may name a person or a home').includes('  Ada Lovelace Memorial Fund\n'));
  t.true(part('Other texts of this account').includes('  Babbage Engine\n'));
  t.true(part("Words of the service's own lists, which are kept").includes('  Gift\n'));
  t.false(screen.includes('Heirs of Byron'), 'renamed texts need no review');
  t.true(text!.includes('Ada Lovelace Memorial Fund'));
  t.false(text!.includes('Heirs of Byron'));
});

onTerminal('the user can choose to replace all texts', async t => {
  const {code, screen, text} = await learnAtTerminal(
    t,
    [
      ['stop (s)?', 'what?\n'],
      ['stop (s)?', 'r\n'],
    ],
    ['--yes'],
  );
  t.is(code, 0, screen);
  t.false(/Lovelace|Byron/.test(text!));
  t.true(text!.includes('Fund 3105'));
});

onTerminal('stopping the review writes no account file, and the partial file has no unreviewed text', async t => {
  const {code, screen, text, cwd} = await learnAtTerminal(t, [['stop (s)?', 's\n']], ['--yes']);
  t.is(code, 1, screen);
  t.is(text, undefined);
  const part = readFileSync(path.join(cwd, 'account.json.part'), 'utf8');
  t.true(part.includes('Gift'));
  t.false(/Lovelace|Byron|Babbage|Scholarship/.test(part));
});

onTerminal('learn sends nothing if the user does not confirm the host', async t => {
  const {code, screen, requests} = await learnAtTerminal(t, [['Go on? (y/n)', 'n\n']]);
  t.is(code, 1, screen);
  t.regex(screen, /Nothing was sent\n$/);
  t.deepEqual(requests, []);
});

onTerminal('the key can be typed and is not echoed', async t => {
  const typed: readonly [string, string] = ['(it is not shown):', 'sandbox-key\r'];
  const {code, screen} = await learnAtTerminal(t, [typed, host, ['stop (s)?', 'r\n']], [], {});
  t.is(code, 0, screen);
  t.false(screen.includes('sandbox-key'), screen);
});

onTerminal('Ctrl-C at the key prompt exits with 130 and sends nothing', async t => {
  const {code, screen, requests} = await learnAtTerminal(t, [['(it is not shown):', '\u0003']], [], {});
  t.is(code, 130, screen);
  t.deepEqual(requests, []);
});
