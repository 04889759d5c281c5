import {Empty} from '../../parts/empty.js';
import {Waiting} from '../../parts/waiting.js';
import {go, hrefWith, query} from '../../state/route.js';
import {type Found, useFindings} from '../requests/found.js';
import {FindingCard} from './finding-card.js';

const titles = {error: 'Errors', warn: 'Warnings', info: 'Infos'} as const;

const abouts = {
  error: 'Data are lost, wrong or written twice.',
  warn: 'It will hurt at size, or elsewhere.',
  info: 'Good to know.',
} as const;

type Level = keyof typeof titles;

const levels = Object.keys(titles) as Level[];

/** Mistakes that the service accepted without an error, by severity. */
export function Findings() {
  return (
    <div class="sheet">
      <header>
        <h1>Findings</h1>
        <p>What clients got wrong, and the service answered all the same. Of all accounts, and through every reset.</p>
      </header>
      <Waiting of={useFindings()}>{found => <Shown found={found} />}</Waiting>
    </div>
  );
}

function Shown({found: {findings, not_exercised: unused}}: {readonly found: Found}) {
  const asked = levels.find(level => level === query.value.get('level'));
  const shown = asked === undefined ? levels : [asked];
  const countOf = (level: Level) => findings.filter(finding => finding.level === level).length;
  return (
    <>
      <div class="chips">
        {levels.map(level => (
          <button
            key={level}
            type="button"
            class="chip"
            aria-pressed={level === asked}
            onClick={() => go(hrefWith({level: level === asked ? '' : level}), {isReplaced: true})}
          >
            {titles[level]} {countOf(level)}
          </button>
        ))}
      </div>
      {findings.length === 0 && (
        <Empty title="Nothing is found">
          <p>That means something where the rules had something to look at: {unused.length} had not.</p>
        </Empty>
      )}
      {shown
        .filter(level => countOf(level) > 0)
        .map(level => (
          <section key={level} class="axis">
            <h2>
              {titles[level]} <small class="muted">{abouts[level]}</small>
            </h2>
            {findings
              .filter(finding => finding.level === level)
              .map(finding => (
                <FindingCard key={finding.fingerprint} finding={finding} />
              ))}
          </section>
        ))}
      <details class="card">
        <summary>{unused.length} rules are not exercised: what they need did not happen</summary>
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
