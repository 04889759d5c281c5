import type {ShownRequest} from '../../../admin/requests/show.js';
import type {Finding, FindingsReport, Level} from '../../../findings/finding.js';
import {Snippet} from '../parts/buttons.js';
import {useResource, View} from '../parts/resource.js';
import {Empty, Sheet} from '../parts/sheet.js';
import {Pairs, tones} from '../parts/values.js';
import {account, accountParameters} from '../state/accounts.js';
import {arrivals} from '../state/exchanges.js';
import {go, hrefOf, hrefWith, query} from '../state/route.js';

const titles = {error: 'Errors', warn: 'Warnings', info: 'Info'} as const;

const abouts = {
  error: 'Data was lost, corrupted or duplicated.',
  warn: 'It will fail with more data, or on another system.',
  info: 'Good to know.',
} as const;

const levels = Object.keys(titles) as Level[];

export const useFindings = () => useResource<FindingsReport>('/_sandbox/findings', {reloadOn: arrivals});

/** The findings of a request: those of the rules that it breaks, and those that begin or end with it. */
export const findingsOf = (findings: readonly Finding[], {seq, operation, findings: broken}: ShownRequest) =>
  findings.filter(({rule, operation: name, first, last}) => {
    const isEnd = [first, last].some(each => each.seq === seq && each.account === account.value);
    const isSame = operation === null || operation === name || operation.startsWith(`${name}Of`);
    return isEnd || (isSame && broken.some(one => one.rule === rule));
  });

export function Findings() {
  return (
    <Sheet
      title="Findings"
      about="Mistakes that the service accepted without an error, in all accounts. A reset does not clear them."
    >
      <View of={useFindings()}>{report => <Report report={report} />}</View>
    </Sheet>
  );
}

function Report({report: {findings, not_exercised: unused}}: {readonly report: FindingsReport}) {
  const chosen = levels.find(level => level === query.value.get('level'));
  const ofLevel = (level: Level) => findings.filter(finding => finding.level === level);
  return (
    <>
      <div class="row">
        {levels.map(level => (
          <button
            key={level}
            type="button"
            class="chip"
            aria-pressed={level === chosen}
            onClick={() => go(hrefWith({level: level === chosen ? '' : level}), {isReplaced: true})}
          >
            {titles[level]} {ofLevel(level).length}
          </button>
        ))}
      </div>
      {findings.length === 0 && (
        <Empty title="No findings">
          <p>{unused.length} rules were not exercised: no request matched them.</p>
        </Empty>
      )}
      {levels
        .filter(level => (chosen ?? level) === level && ofLevel(level).length > 0)
        .map(level => (
          <section key={level} class="axis stack">
            <h2>
              {titles[level]} <small class="muted">{abouts[level]}</small>
            </h2>
            {ofLevel(level).map(finding => (
              <FindingCard key={finding.fingerprint} finding={finding} />
            ))}
          </section>
        ))}
      <details class="card">
        <summary>{unused.length} rules were not exercised: no request matched them</summary>
        <ul class="plain columns">
          {unused.map(rule => (
            <li key={rule}>
              <a href={`/docs/rules/${rule}`} target="_blank" rel="noreferrer">
                {rule}
              </a>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

export function FindingCard({finding}: {readonly finding: Finding}) {
  const {rule, level, count, operation, places, values, message, fix, docs, caller, first, last} = finding;
  return (
    <article class={`finding stack ${tones[level]}`}>
      <header class="row">
        <span class={`badge ${tones[level]}`}>{level === 'warn' ? 'warning' : level}</span>
        <h3>{rule}</h3>
        <span class="muted">
          {operation}
          {count > 1 && `, ${count} times`}
        </span>
      </header>
      <p>{message}</p>
      <Pairs
        of={{
          Location: places.join(', ') || undefined,
          Sent: values.join(', ') || undefined,
          Caller: caller.join('\n') || undefined,
          Fix: fix.text,
        }}
      />
      {fix.curl !== null && <Snippet what="The corrected request" text={fix.curl} />}
      <footer class="row">
        <RequestLink of={first} />
        {last.seq !== first.seq && <RequestLink of={last} />}
        <a href={docs} target="_blank" rel="noreferrer">
          About this rule
        </a>
        <Suppression finding={finding} />
      </footer>
    </article>
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
