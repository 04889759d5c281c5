import {withCommand} from '../curl.js';
import type {Finding} from '../finding.js';
import {FindingSet} from '../finding-set.js';
import type {OtherFinding} from './other-finding.js';

/** Found by the proxy of a run that may reach nothing but the sandbox. */
export const hostRefused = {
  id: 'host-refused',
  axis: 'hosts',
  level: 'error',
  what: 'Under `exec --isolate` the command asked a host that is neither intercepted, nor this machine, nor named by `--allow`.',
  why: 'A test that reaches out goes by what it finds there, and may change it.',
  turnOff: 'Where the host is meant: name it with `--allow`.',
  wrong: '```sh\ncrm-sandbox exec --intercept api.example.com --isolate -- curl https://other.example\n```',
} as const satisfies OtherFinding;

/** @param refused how often each host was */
export function refusedHosts(refused: Readonly<Record<string, number>>): Finding[] {
  const found = new FindingSet();
  for (const host of Object.keys(refused)) {
    const mistake = {
      where: host,
      message: `${host} was refused: the run may reach nothing but the sandbox`,
      fix: `Have the command not ask ${host}, or start it with --allow ${host}.`,
    };
    const place = {account: null, seq: 0, method: 'CONNECT', url: host, operation: 'isolate'};
    found.add(hostRefused.id, hostRefused.level, mistake, place);
  }
  return Array.from(found.all, finding => ({...withCommand(finding), count: refused[finding.where] ?? finding.count}));
}
