import {useState} from 'preact/hooks';
import type {Finding, FindingsReport, Level} from '../../../findings/finding.js';
import {frameSeparator} from '../../../preload/caller/frames.js';
import {Chip} from '../parts/buttons.js';
import {View} from '../parts/resource.js';
import {Empty, Sheet} from '../parts/sheet.js';
import {tones} from '../parts/values.js';
import {account} from '../state/accounts.js';
import {findings as report} from '../state/findings.js';
import {go, hrefOf, hrefWith, path, query} from '../state/route.js';
import {FindingCard, FindingDetail, LevelBadge} from './finding-card.js';

const titles = {error: 'Errors', warn: 'Warnings', info: 'Info'} as const;

const abouts = {
  error: 'Data was lost, corrupted or duplicated.',
  warn: 'It will fail with more data, or on another system.',
  info: 'Good to know.',
} as const;

const levels = Object.keys(titles) as Level[];

export default function Findings() {
  const [, fingerprint] = path.value;
  const loaded = report.value === undefined ? {} : {value: report.value};
  return (
    <Sheet
      title={fingerprint === undefined ? 'Findings' : 'Finding'}
      about={`Mistakes of the clients of the account ${account.value} that the service accepted without an error.`}
    >
      <View of={loaded}>
        {found =>
          fingerprint === undefined ? <Report report={found} /> : <One fingerprint={fingerprint} report={found} />
        }
      </View>
    </Sheet>
  );
}

interface OneProps {
  readonly fingerprint: string;
  readonly report: FindingsReport;
}

function One({fingerprint, report: {findings}}: OneProps) {
  const finding = findings.find(each => each.fingerprint === fingerprint);
  return (
    <>
      <p>
        <a href={hrefOf(['findings'])}>All findings</a>
      </p>
      {finding === undefined ? (
        <Empty title="This finding is gone">
          <p>
            No finding of the account {account.value} has the fingerprint <code>{fingerprint}</code>. It may belong to
            another account, the sandbox may have been started again, or a later request made up for the mistake.
          </p>
        </Empty>
      ) : (
        <>
          <h2>{finding.operation}</h2>
          <FindingCard finding={finding} />
        </>
      )}
    </>
  );
}

function Report({report}: {readonly report: FindingsReport}) {
  const {findings, not_exercised: unused, taken_over_at: lostBefore} = report;
  const chosen = levels.find(level => level === query.value.get('level'));
  const ofLevel = (level: Level) => findings.filter(finding => finding.level === level);
  return (
    <>
      <div class="row">
        {levels.map(level => (
          <Chip
            key={level}
            isOn={level === chosen}
            onClick={() => go(hrefWith({level: level === chosen ? '' : level}), {isReplaced: true})}
          >
            {titles[level]} {ofLevel(level).length}
          </Chip>
        ))}
      </div>
      {lostBefore && <p>This node took over at {lostBefore}: earlier findings are lost.</p>}
      {findings.length === 0 && (
        <Empty title="No findings" about={`${unused.length} rules were not exercised: no request matched them.`} />
      )}
      {levels
        .filter(level => (chosen ?? level) === level && ofLevel(level).length > 0)
        .map(level => (
          <section key={level} class="axis stack">
            <h2>
              {titles[level]} <small class="muted">{abouts[level]}</small>
            </h2>
            {causesOf(ofLevel(level)).map(cause => (
              <Cause key={cause[0]!.fingerprint} findings={cause} />
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

const isOfOneCause = (one: Finding, other: Finding): boolean =>
  one.rule === other.rule &&
  (one.caller.some(chain => other.caller.includes(chain)) || one.caller.length + other.caller.length === 0);

/** Groups findings of one rule with a common call chain, or without any. */
function causesOf(findings: readonly Finding[]): ReadonlyArray<readonly Finding[]> {
  const causes: Finding[][] = [];
  for (const finding of findings) {
    const [first, ...others] = causes.filter(cause => cause.some(other => isOfOneCause(finding, other)));
    if (first === undefined) {
      causes.push([finding]);
    } else {
      first.push(...others.flat(), finding);
      for (const other of others) {
        causes.splice(causes.indexOf(other), 1);
      }
    }
  }
  return causes;
}

/** The findings with one cause, and their call chains. */
function Cause({findings}: {readonly findings: readonly Finding[]}) {
  const {rule, level} = findings[0]!;
  const chains = [...new Set(findings.flatMap(({caller}) => caller))];
  const times = findings.reduce((sum, {count}) => sum + count, 0);
  return (
    <article class={`finding stack ${tones[level]}`}>
      <header class="row">
        <LevelBadge level={level} />
        <h3>{rule}</h3>
        <span class="muted">
          {findings.length > 1 && `${findings.length} findings, `}
          {times === 1 ? 'once' : `${times} times`}
        </span>
      </header>
      {chains.length > 0 && (
        <ul class="plain" aria-label="Callers">
          {chains.map(chain => (
            <li key={chain}>
              <a href={hrefOf(['requests'], {q: `caller:${chain.split(frameSeparator, 1)[0]}`})}>
                <code>{chain}</code>
              </a>
            </li>
          ))}
        </ul>
      )}
      {findings.map(finding => (
        <Line key={finding.fingerprint} finding={finding} />
      ))}
    </article>
  );
}

/** A finding in one line that expands to its details. */
function Line({finding}: {readonly finding: Finding}) {
  const [isOpen, setOpen] = useState(false);
  const {operation, message, count} = finding;
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{operation}</strong> {message} {count > 1 && <span class="muted">{count} times</span>}
      </summary>
      {isOpen && <FindingDetail finding={finding} />}
    </details>
  );
}
