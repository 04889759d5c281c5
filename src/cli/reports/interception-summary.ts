import {isNear} from '../../findings/rules/host-refused.js';
import type {Interception} from '../../intercept/interception.js';
import type {Reached} from '../../intercept/reach-counter.js';
import {exitCodes} from '../command-error.js';
import {type Check, counted, timesText} from './outcome.js';

/** Numbers of processes by the reason why they ran without the preload; null if this system does not list children. */
export type WithoutPreload = Readonly<Record<string, number>> | null;

export type InterceptionSummary = ReturnType<typeof summarize>;

export function summarize({hosts, reached}: Pick<Interception, 'hosts' | 'reached'>, withoutPreload: WithoutPreload) {
  const {others, refused} = reached;
  const near = Object.keys({...others, ...refused}).flatMap(name => {
    const intercepted = hosts.find(host => isNear(name, host));
    const counts = {forwarded: others[name] ?? 0, refused: refused[name] ?? 0};
    return intercepted === undefined ? [] : [[name, {near: intercepted, ...counts}] as const];
  });
  return {hosts, ...reached, near: Object.fromEntries(near), node_without_preload: withoutPreload};
}

/** @returns the failed check of a run without interceptions */
export function failedInterception(summary: InterceptionSummary): Check {
  const observed = observationsOf(summary);
  const because = ['the command never reached the sandbox (--intercept)', ...observed].join('; ');
  return isIntercepted(summary) || usedOnlyUrl(summary) ? undefined : {code: exitCodes.notIntercepted, because};
}

export function interceptionLines(summary: InterceptionSummary): string[] {
  const {others, refused, refused_at: lines} = summary;
  return [
    ...mainLines(summary),
    ...hostLines('other hosts', others),
    ...hostLines('hosts that were refused', refused, lines),
  ].map(line => `crm-sandbox: ${line}`);
}

const missed =
  'it may have talked to the real service. These ignore the environment: ' +
  "PHP's streams such as file_get_contents, and a JVM that was already running. See docs/test/intercept.md.";

const unknown = ' It is not known whether Node processes ran without the preload.';

function mainLines(summary: InterceptionSummary): string[] {
  const {requests, hosts, node_without_preload: nodes} = summary;
  const {proxy, direct, url} = requests;
  const observed = observationsOf(summary);
  const names = hosts.join(', ');
  if (isIntercepted(summary)) {
    const ways = `${proxy} through the proxy, ${direct} directly`;
    const plain = url > 0 ? `, and ${url} more by CRM_SANDBOX_URL` : '';
    return [`${counted(proxy + direct, 'API request')} over ${names}: ${ways}${plain}`, ...observed];
  }
  if (usedOnlyUrl(summary)) {
    const sent = counted(url, 'API request');
    return [`Your command sent ${sent}: it used CRM_SANDBOX_URL; nothing was sent to ${names}`, ...observed];
  }
  const reached = url > 0 ? `reached the sandbox only by CRM_SANDBOX_URL (${url})` : 'never reached the sandbox';
  const reasons = observed.length > 0 ? observed.join('; ') : `${missed}${nodes === null ? unknown : ''}`;
  return [`Your command ${reached}: ${reasons}`];
}

const isIntercepted = ({requests: {proxy, direct}}: InterceptionSummary) => proxy + direct > 0;

const usedOnlyUrl = ({requests, untrusted}: InterceptionSummary) =>
  requests.url > 0 && Object.keys(untrusted).length === 0;

const maxHosts = 10;

/** Sentences about clients that did not reach the sandbox. */
function observationsOf({untrusted, near, node_without_preload: nodes}: InterceptionSummary): string[] {
  const advice = 'it has its own certificates; point it at SSL_CERT_FILE';
  return [
    ...largest(untrusted).map(
      ([host, count]) =>
        `a client connected to ${host} and did not trust the certificate${timesText(count)}: ${advice}`,
    ),
    ...largest(nodes ?? {}).map(
      ([reason, count]) => `a Node process ran without the preload${timesText(count)}: ${reason}`,
    ),
    ...Object.entries(near)
      .slice(0, maxHosts)
      .map(([name, {near: intercepted, forwarded, refused}]) => {
        const counts = `${forwarded} forwarded, ${refused} refused`;
        return `${name} is near ${intercepted} (${counts}): --intercept ${name} intercepts it`;
      }),
  ];
}

const largest = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxHosts);

/** Lists hosts by descending count: `one.example 3, other.example 1 (src/sync.ts:42)`. */
function hostLines(title: string, counts: Reached['refused'], lines: Reached['refused_at'] = {}): string[] {
  const shown = largest(counts).map(([host, number]) => {
    const places = lines[host] ?? [];
    return `${host} ${number}${places.length > 0 ? ` (${places.join(', ')})` : ''}`;
  });
  const left = Object.keys(counts).length - shown.length;
  return shown.length === 0 ? [] : [`${title}: ${[...shown, ...(left > 0 ? [`and ${left} more`] : [])].join(', ')}`];
}
