import type {Interception} from '../../intercept/interception.js';
import type {Reached} from '../../intercept/reach-counter.js';
import {exitCodes} from '../exit-codes.js';
import {printError} from '../output/output.js';
import type {Check} from './outcome.js';

/** Hosts that are told one by one. */
const mostHosts = 10;

const counted = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

/** `one.example 3, other.example 1`, the busiest first. */
function hostsText(counts: Readonly<Record<string, number>>): string {
  const all = Object.entries(counts).sort(([, one], [, other]) => other - one);
  const told = all.slice(0, mostHosts).map(([host, number]) => `${host} ${number}`);
  const left = all.length - told.length;
  return [...told, ...(left > 0 ? [`and ${left} more`] : [])].join(', ');
}

/** Why nothing may have come. */
const missed =
  'Your command never reached the sandbox: it may have talked to the real service. These go their own way whatever the ' +
  "environment says: Python's aiohttp without trust_env=True, PHP's streams such as file_get_contents, and a JVM that ran " +
  'before. docs/intercept.md says what to do.';

const told = (hosts: readonly string[], {requests: {proxy, direct}}: Reached): string =>
  `${counted(proxy + direct, 'API request')} over ${hosts.join(', ')}: ${proxy} through the proxy, ${direct} straight`;

/** What a run did, in lines for stderr. */
function proofLines(hosts: readonly string[], reached: Reached, isJson: boolean): string[] {
  if (isJson) {
    return [JSON.stringify({intercept: {hosts, ...reached}})];
  }
  const {others, refused} = reached;
  return [
    ...(wasReached(reached) ? [`crm-sandbox: ${told(hosts, reached)}`] : [`crm-sandbox: ${missed}`]),
    ...(Object.keys(others).length > 0 ? [`crm-sandbox: other hosts, through the proxy: ${hostsText(others)}`] : []),
    ...(Object.keys(refused).length > 0 ? [`crm-sandbox: hosts that were refused: ${hostsText(refused)}`] : []),
  ];
}

/**
 * Tells what came of leading a command here, if that was asked for.
 * @returns what stands against the run: that nothing came
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
