import type {Interception} from '../../intercept/interception.js';
import type {Reached} from '../../intercept/reach-counter.js';
import {exitCodes} from '../command-error.js';
import {printError} from '../output/output.js';
import type {Check} from './outcome.js';

const mostHosts = 10;

const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** Lists hosts by descending count: `one.example 3, other.example 1 (src/sync.ts:42)`. */
function hostsText(counts: Reached['refused'], lines: Reached['refused_at'] = {}): string {
  const all = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const told = all.slice(0, mostHosts).map(([host, number]) => `${host} ${number}${linesText(lines[host])}`);
  const left = all.length - told.length;
  return [...told, ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

const linesText = (lines: readonly string[] = []) => (lines.length > 0 ? ` (${lines.join(', ')})` : '');

const missed =
  'Your command never reached the sandbox: it may have talked to the real service. These go their own way whatever the ' +
  "environment says: Python's aiohttp without trust_env=True, PHP's streams such as file_get_contents, and a JVM that ran " +
  'before. docs/intercept.md says what to do.';

const told = (hosts: readonly string[], {requests: {proxy, direct}}: Reached): string =>
  `${counted(proxy + direct, 'API request')} over ${hosts.join(', ')}: ${proxy} through the proxy, ${direct} straight`;

function proofLines(hosts: readonly string[], reached: Reached, isJson: boolean): string[] {
  if (isJson) {
    return [JSON.stringify({intercept: {hosts, ...reached}})];
  }
  const {others, refused, refused_at: lines} = reached;
  return [
    ...(wasReached(reached) ? [`crm-sandbox: ${told(hosts, reached)}`] : [`crm-sandbox: ${missed}`]),
    ...(Object.keys(others).length > 0 ? [`crm-sandbox: other hosts, through the proxy: ${hostsText(others)}`] : []),
    ...(Object.keys(refused).length > 0 ? [`crm-sandbox: hosts that were refused: ${hostsText(refused, lines)}`] : []),
  ];
}

/**
 * Prints the counts of requests and denied hosts, if hosts were intercepted.
 * @returns the failed check of a run without requests
 */
export function proofOf(interception: Pick<Interception, 'hosts' | 'reached'> | undefined, isJson: boolean): Check {
  if (interception === undefined) {
    return undefined;
  }
  const {hosts, reached} = interception;
  proofLines(hosts, reached, isJson).forEach(printError);
  return wasReached(reached)
    ? undefined
    : {code: exitCodes.notIntercepted, because: 'the command never reached the sandbox (--intercept)'};
}

const wasReached = ({requests: {proxy, direct}}: Reached) => proxy + direct > 0;
