import {plainLine, printable} from '../../exchanges/printable.js';
import type {LoggedRequest} from '../../exchanges/request-log.js';
import type {Finding} from '../../findings/finding.js';
import {namedKeys} from '../../http/guard/named-keys.js';
import {consoleRoot} from '../../http/pages/console-root.js';
import type {RunningSandbox} from '../../sandbox/start-sandbox.js';
import {reachable} from '../client/http-client.js';
import {brokenText, faultText, levelMark, overrideText} from './exchange-line.js';
import {table} from './format.js';

/** `⚠ createGift: "amount" is ignored, the gift is $0.00; did you mean received_amount?` */
const findingLine = ({level, operation, message}: Finding): string =>
  printable(`${levelMark(level)} ${operation}: ${message}`);

/** The only line on stdout, printed when the sandbox listens, because scripts wait for it. */
export async function readyLine(running: RunningSandbox, json: boolean, keysFile?: string) {
  const {port, version, status, ...sandbox} = running;
  const url = reachable(sandbox.url);
  const key = keysFile === undefined ? sandbox.key : null;
  if (!json) {
    return `crm-sandbox ready at ${url} (${key === null ? `keys: ${keysFile}` : `key: ${key}`})`;
  }
  const {seed} = await status();
  return JSON.stringify({event: 'ready', url, port, key, pid: process.pid, version, seed});
}

const roles = {full: 'reads and writes', 'read-only': 'reads; 403 on a write', blocked: '403 on anything'};

export function keyTable(): string {
  const rows = namedKeys.map(([name, role]) => [`  ${name}`, roles[role]] as const);
  return `Keys:\n${table([...rows, ['  sbx_<any name>', 'an account of its own']], process.stderr)}`;
}

/** Suggests next steps to a user at a terminal. @param hasConsole true if the console is on */
export function banner({key, ...sandbox}: RunningSandbox, hasConsole: boolean): string {
  const url = reachable(sandbox.url);
  return [
    'Try:',
    `  curl -u ${key}: '${url}/api/v1/constituents?limit=3'`,
    `  curl -u ${key}: ${url}/api/v1/groups -H 'Content-Type: application/json' -d '{"name":"Gala Friends"}'`,
    `Or every operation in a browser: ${url}/docs`,
    ...(hasConsole ? [`The requests and what they changed, in a browser: ${url}${consoleRoot}`] : []),
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}

/** For a sandbox that listens on the network without `--expose`. */
export const exposedWarning = (host: string): string =>
  `Warning: with --host ${host} every machine on the network can reach this sandbox. Add --expose if this is intended, or omit --host.`;

export const findingLogLine = (finding: Finding, json: boolean): string =>
  json ? JSON.stringify({event: 'finding', ...finding}) : plainLine(findingLine(finding));

export function logLine(request: LoggedRequest, json: boolean): string {
  if (json) {
    return JSON.stringify({event: 'request', ...request});
  }
  const {time, account, method, path, status, milliseconds, refusal, fault, overrides, findings} = request;
  // An error message may quote client input, including line breaks.
  const why = refusal === undefined ? '' : ` - ${refusal.replaceAll(/\p{Cc}/gu, ' ')}`;
  const injected = fault === undefined ? '' : ` - ${faultText(fault)}`;
  const overridden = overrides === undefined ? '' : ` - ${overrideText(overrides)}`;
  const broken = findings === undefined ? '' : ` ${brokenText(findings)}`;
  const what = method === '' ? 'unreadable' : `${method} ${path}`;
  const outcome = `${status || 'no answer'} ${milliseconds} ms`;
  return plainLine(`${time} ${account ?? '-'} ${what} ${outcome}${why}${injected}${overridden}${broken}`);
}
