import type {Finding} from '../../../../findings/finding.js';
import {LevelBadge} from '../../parts/badge.js';
import {Snippet} from '../../parts/copy.js';
import {account, accountParameters} from '../../state/accounts.js';
import {hrefOf} from '../../state/route.js';

/** One mistake: the problem, the reason, and the correct request. */
export function FindingCard({finding}: {readonly finding: Finding}) {
  const {rule, level, count, operation, where, got, message, fix, docs, caller, first, last} = finding;
  return (
    <article class={`finding ${level}`}>
      <header>
        <LevelBadge level={level} />
        <h3>{rule}</h3>
        <span class="muted">
          {operation}
          {count > 1 && `, ${count} times`}
        </span>
      </header>
      <p>{message}</p>
      <dl class="pairs">
        {where !== '' && <Fact name="where" value={where} />}
        {got !== null && <Fact name="sent" value={got} />}
        {caller.length > 0 && <Fact name="from" value={caller.join(', ')} />}
        <Fact name="to do" value={fix.text} />
      </dl>
      {fix.curl !== null && <Snippet what="The corrected request" text={fix.curl} />}
      <footer class="row">
        <RequestLink of={first} />
        {last.seq !== first.seq && <RequestLink of={last} />}
        <a href={docs} target="_blank" rel="noreferrer">
          Why
        </a>
        <Suppression finding={finding} />
      </footer>
    </article>
  );
}

function Fact({name, value}: {readonly name: string; readonly value: string}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function RequestLink({of: {seq, account: name}}: {readonly of: Finding['first']}) {
  const isElsewhere = name !== null && name !== account.value;
  return (
    <a href={hrefOf(['requests', String(seq)], isElsewhere ? accountParameters(name) : {})}>
      Request {seq}
      {isElsewhere && ` of ${name}`}
    </a>
  );
}

/** The entry in a file of suppressions that hides this finding. */
function Suppression({finding: {rule, operation, where}}: {readonly finding: Finding}) {
  const entry = {rule, operation, ...(where !== '' && {pointer: where}), reason: 'why you live with it'};
  return (
    <details>
      <summary>Suppress</summary>
      <p>This goes into the list in the file of suppressions; say why.</p>
      <Snippet what="The suppression" text={JSON.stringify(entry)} />
    </details>
  );
}
