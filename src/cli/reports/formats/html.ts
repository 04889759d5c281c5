import type {AxisCoverage} from '../../../findings/coverage/report.js';
import type {Finding, Level} from '../../../findings/finding.js';
import {otherFindings, rules} from '../../../findings/rules/index.js';
import {reportHeader} from '../../../pages/site-header.js';
import {checkPart} from '../check/page.js';
import {axisTexts, countsText, levelNames, levels, overrideLines} from '../outcome.js';
import type {RunReport} from '../run-report.js';
import {readStyle} from './html-style.js';
import {asText, codes} from './markup.js';

const reasons: ReadonlyMap<string, string> = new Map([...rules, ...otherFindings].map(({id, why}) => [id, why]));

function tiles({counts}: RunReport): string {
  const tile = (level: Level) =>
    `<label class="tile ${level}${counts[level] === 0 ? ' none' : ''}"><input type="checkbox" id="${level}" checked>` +
    `<b>${counts[level]}</b><span>${levelNames[level]}${counts[level] === 1 ? '' : 's'}</span></label>`;
  const dropped = counts.dropped === undefined ? '' : `<p>${countsText(counts)}.</p>`;
  return `<div class="tiles">${levels.map(tile).join('')}</div>${dropped}`;
}

function card(finding: Finding): string {
  const {rule, level, operation, count, message, fix, caller, first, values, places, nearest} = finding;
  const facts = {
    where: places.join(', ') || null,
    sent: values.length === 0 ? null : values.join(', '),
    meant: nearest,
    first: first.method === '' ? null : `${first.method} ${first.url}`,
    account: first.account,
  };
  const shown = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [`<dt>${name}</dt><dd>${asText(value)}</dd>`],
  );
  return `<article class="card ${level}">
<header><span class="level">${levelNames[level]}</span> <code>${asText(rule)}</code>${count > 1 ? ` <span class="count">${count} times</span>` : ''}</header>
<h3><b>${asText(operation)}</b>: ${asText(message)}</h3>
${caller.length === 0 ? '' : `<p class="callers">${codes(caller, '<br>')}</p>\n`}<p class="fix">${asText(fix.text)}</p>
${fix.curl === null ? '' : `<pre><code>${asText(fix.curl)}</code></pre>\n`}<details><summary>Why it matters, and the request</summary><p>${asText(reasons.get(rule) ?? '')}</p><dl>${shown.join('')}</dl></details>
</article>`;
}

const meter = (name: string, what: string, exercised: number, of: number, rest: string): string =>
  `<details class="axis"><summary><b>${name}</b> <span class="what">${what}</span>
<meter min="0" max="${Math.max(of, 1)}" value="${exercised}"></meter> <span class="of">${exercised} of ${of}</span></summary>
${rest}</details>`;

function axis({axis, exercised, of, groups}: AxisCoverage): string {
  const left = groups.filter(({not_exercised}) => not_exercised.length > 0);
  const list = left.map(({name, not_exercised}) => `<dt>${asText(name)}</dt><dd>${codes(not_exercised)}</dd>`).join('');
  const rest = `<h4>Not exercised</h4>${list === '' ? '<p>None.</p>' : `<dl>${list}</dl>`}`;
  return meter(...axisTexts[axis], exercised, of, rest);
}

function rulesPart({exercised: {length}, not_exercised}: RunReport): string {
  const rest = `<h4>Not exercised, which is not a pass</h4><p>${codes(not_exercised) || 'None.'}</p>`;
  const what = 'matched by a request';
  return meter('rules', what, length, length + not_exercised.length, rest);
}

/** Allows no external resources and no scripts. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function htmlReport(report: RunReport): string {
  const {findings, exit, coverage, check, version, overrides} = report;
  const code = `<p class="exit ${exit.code === 0 ? 'good' : 'bad'}"><b>Exit code ${exit.code}:</b> ${asText(exit.because)}.</p>`;
  const top = check === null ? `<header class="top">\n<h1>${title}</h1>\n${code}\n</header>\n` : checkPart(check, code);
  const corrected = overrideLines(overrides)
    .map(line => `<p>${line}</p>\n`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>crm-sandbox: ${check === null ? title.toLowerCase() : asText(check.harm)}</title>
<style>${readStyle()}</style>
</head>
<body>
${reportHeader(version)}
<main>
${top}${check === null ? '' : `<h2>${title}, without faults</h2>\n`}${tiles(report)}
${corrected}<section class="findings">
${findings.length === 0 ? '<p class="empty">No findings. The parts that were not exercised are listed below.</p>' : findings.map(card).join('\n')}
</section>
<section>
<h2>Coverage</h2>
${[...coverage.map(axis), rulesPart(report)].join('\n')}
</section>
</main>
</body>
</html>
`;
}

const title = 'What the client got wrong';
