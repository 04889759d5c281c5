import {effect, signal} from '@preact/signals';
import type {Finding, FindingsReport} from '../../../findings/finding.js';
import {account, generation} from './accounts.js';
import {fetchJson} from './api.js';
import {arrivals} from './exchanges.js';
import type {Request} from './feed.js';

/** The findings of the current account; undefined until they are loaded. */
export const findings = signal<FindingsReport | undefined>(undefined);

/** Reloads the account's findings when requests arrive. */
export function startFindings(): void {
  let shown = '';
  let latest = 0;
  effect(() => {
    const name = account.value;
    if (name !== shown || generation.value === undefined) {
      findings.value = undefined;
      shown = name;
    }
    latest += 1;
    const turn = latest;
    if (arrivals.value > 0 && generation.value !== undefined) {
      fetchJson<FindingsReport>('GET', '/_sandbox/findings', {account: name}).then(
        report => {
          findings.value = turn === latest ? report : findings.value;
        },
        () => {}, // the stream of requests reports a lost connection
      );
    }
  });
}

/** The findings of requests, except those that the sandbox has dropped. */
export function findingsOf(requests: ReadonlyArray<Pick<Request, 'findings'>>): readonly Finding[] {
  const broken = requests.flatMap(request => request.findings);
  const fingerprints = new Set(broken.flatMap(each => each.fingerprints));
  return (findings.value?.findings ?? []).filter(({fingerprint}) => fingerprints.has(fingerprint));
}
