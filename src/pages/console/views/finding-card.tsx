import type {Finding} from '../../../findings/finding.js';
import {Snippet} from '../parts/buttons.js';
import {Pairs, tones} from '../parts/values.js';
import {account, accountParameters} from '../state/accounts.js';
import {hrefOf} from '../state/route.js';
import {Fix} from './fix.js';

export function LevelBadge({level}: Pick<Finding, 'level'>) {
  return <span class={`badge ${tones[level]}`}>{level === 'warn' ? 'warning' : level}</span>;
}

export function FindingCard({finding}: {readonly finding: Finding}) {
  const {rule, level, count, operation, message} = finding;
  return (
    <article class={`finding stack ${tones[level]}`}>
      <header class="row">
        <LevelBadge level={level} />
        <h3>{rule}</h3>
        <span class="muted">
          {operation}
          {count > 1 && `, ${count} times`}
        </span>
      </header>
      <p>{message}</p>
      <FindingDetail finding={finding} />
    </article>
  );
}

/** The details of a finding except its rule and message. */
export function FindingDetail({finding}: {readonly finding: Finding}) {
  const {places, values, docs, caller, first, last, fingerprint} = finding;
  return (
    <div class="stack">
      <Pairs
        of={{
          Location: places.join(', ') || undefined,
          Sent: values.join(', ') || undefined,
          Caller: caller.join('\n') || undefined,
        }}
      />
      <Fix finding={finding} />
      <footer class="row">
        <RequestLink of={first} />
        {last.seq !== first.seq && <RequestLink of={last} />}
        <a href={docs} target="_blank" rel="noreferrer">
          About this rule
        </a>
        <a href={hrefOf(['findings', fingerprint])}>Link to this finding</a>
        <Suppression finding={finding} />
      </footer>
    </div>
  );
}

function RequestLink({of: {seq, account: name}}: {readonly of: Finding['first']}) {
  const isElsewhere = name !== null && name !== account.value;
  return (
    <a href={hrefOf(['requests', String(seq)], isElsewhere ? accountParameters(name) : {})}>
      Request {seq}
      {isElsewhere && ` in the account ${name}`}
    </a>
  );
}

function Suppression({finding: {rule, operation, where}}: {readonly finding: Finding}) {
  const entry = {rule, operation, ...(where !== '' && {pointer: where}), reason: 'why this is acceptable'};
  return (
    <details>
      <summary>Suppress</summary>
      <p>Add this entry to the suppressions file, with a reason.</p>
      <Snippet what="The suppression" text={JSON.stringify(entry)} />
    </details>
  );
}
