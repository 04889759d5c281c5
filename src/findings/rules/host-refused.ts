import leven from 'leven';
import {isRegistry, parentOf} from '../../preload/hosts.js';
import {withCommand} from '../curl.js';
import type {Finding, Level} from '../finding.js';
import {findingOf} from '../merging.js';
import type {OtherFinding} from '../rule.js';

/** Found in an isolated run, whose clients may reach only the sandbox. Its proxy and its Node processes report it. */
export const hostRefused = {
  id: 'host-refused',
  axis: 'hosts',
  level: 'warn',
  what:
    'Under `exec --isolate` the command named a host that is neither intercepted, nor this machine, nor named by ' +
    '`--allow`. An error if the name is near an intercepted one: a subdomain, a sibling, or at most 2 edits away.',
  why:
    'A test that reaches another host depends on its data, and may change them. A name near an intercepted one ' +
    'probably belongs to the service itself, with real data.',
  turnOff: 'If the command needs the host: name it with `--allow`.',
  wrong: '```sh\ncrm-sandbox exec --intercept api.example.com --isolate -- curl https://other.example\n```',
} as const satisfies OtherFinding;

export interface InterceptedRun {
  readonly hosts: readonly string[];
  readonly reached: {
    readonly refused: Readonly<Record<string, number>>;
    readonly refused_at: Readonly<Record<string, readonly string[]>>;
  };
}

export const refusedHosts = ({hosts, reached: {refused, refused_at: lines}}: InterceptedRun): Finding[] =>
  Object.entries(refused).map(([host, count]) => {
    const near = hosts.find(intercepted => isNear(host, intercepted));
    const level: Level = near === undefined ? hostRefused.level : 'error';
    const mistake = {
      where: host,
      message: `${host} was refused: the run may only reach the sandbox`,
      fix: fixFor(host, near),
      nearest: near,
    };
    const at = {account: null, seq: 0, method: 'CONNECT', url: host, operation: 'isolate'};
    return {...withCommand(findingOf(hostRefused.id, level, mistake, at)), count, caller: lines[host] ?? []};
  });

function fixFor(host: string, near: string | undefined): string {
  const further = near !== undefined && isSubdomain(host, near) ? `'*.${near}'` : host;
  return near === undefined
    ? `Keep the command from reaching ${host}, or start it with --allow ${host}.`
    : `Use ${near}, or start the command with --intercept ${further} as well; --allow ${host} lets it through.`;
}

const maxEdits = 2;

/** @param intercepted a host, or `*.example.com` */
export function isNear(host: string, intercepted: string): boolean {
  const base = intercepted.replace(/^\*\./, '');
  const name = base === intercepted ? host : parentOf(host);
  const isBelow = host === base || isSubdomain(host, base);
  const isSibling = parentOf(host) === parentOf(base) && !isRegistry(parentOf(host));
  const isSimilar = Math.abs(name.length - base.length) <= maxEdits && leven(name, base) <= maxEdits;
  return isBelow || isSibling || isSimilar;
}

const isSubdomain = (host: string, other: string): boolean => host.endsWith(`.${other}`);
