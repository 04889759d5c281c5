import type {Finding} from '../../../../../findings/finding.js';
import {FindingCard} from '../../findings/finding-card.js';
import type {Details} from '../details.js';

interface FindingsTabProps {
  readonly findings: readonly Finding[];
  readonly issues: Details['issues'];
}

/** Findings of the rules for a request, and the values that the service rejected or ignored. */
export function FindingsTab({findings, issues: {refused, ignored}}: FindingsTabProps) {
  if (findings.length + refused.length + ignored.length === 0) {
    return (
      <p class="muted">
        Nothing was found that begins or ends with this request. Mistakes that were made often are told at the first and
        the latest.
      </p>
    );
  }
  return (
    <>
      {findings.map(finding => (
        <FindingCard key={finding.fingerprint} finding={finding} />
      ))}
      <Issues title="Refused" of={refused} />
      <Issues title="Let pass without a word" of={ignored} />
    </>
  );
}

function Issues({title, of}: {readonly title: string; readonly of: FindingsTabProps['issues']['refused']}) {
  if (of.length === 0) {
    return null;
  }
  return (
    <section>
      <h3>{title}</h3>
      <ul class="plain">
        {of.map(({in: place, path, message}) => (
          <li key={`${place} ${path.join('.')} ${message}`}>
            <code>
              {place} {path.join('.')}
            </code>{' '}
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
