import {checkNames} from '../../../sandbox/check/types.js';
import {asText, codes} from '../formats/markup.js';
import {
  adviceLines,
  callsText,
  checkText,
  noteLines,
  recordLines,
  shownCases,
  siteName,
  statusText,
  stepLines,
} from './lines.js';
import type {CaseSummary, CheckSummary, SiteSummary} from './summary.js';

/** The part of a page about a check: the worst case open, the others collapsed, and the table of sites and checks. */
export function checkPart(summary: CheckSummary, exit: string): string {
  const [worst, ...others] = shownCases(summary);
  const isOpen = worst !== undefined && (worst.is_bad || summary.cases.length === 1);
  return `<header class="top">
<h1>${asText(isOpen ? worst.harm : summary.harm)}</h1>
${exit}
</header>
${
  isOpen
    ? `<article class="card ${colorOf(worst)}">
${labelOf(worst)}${caseBody(worst)}</article>`
    : ''
}
${foldedCases(worst === undefined || isOpen ? others : [worst, ...others])}<section>
<h2>Places in your code, and checks</h2>
${matrix(summary)}
<ul class="notes">${listItems(noteLines(summary).map(asText))}</ul>
</section>
`;
}

const colorOf = ({is_bad}: CaseSummary) => (is_bad ? 'error' : 'warn');

const labelOf = (one: CaseSummary) =>
  `<p><span class="level">${one.verdict}</span> <code>${asText(checkText(one))}</code></p>`;

function foldedCases(cases: readonly CaseSummary[]): string {
  const list = cases.map(
    one => `<details class="card case ${colorOf(one)}" id="${asText(one.id)}"><summary>${asText(one.harm)}</summary>
${labelOf(one)}${caseBody(one)}</details>`,
  );
  return list.length === 0 ? '' : `<section>\n<h2>Other cases</h2>\n${list.join('\n')}\n</section>\n`;
}

/** @param lines as HTML */
const listItems = (lines: readonly string[]) => lines.map(line => `<li>${line}</li>`).join('');

function side(title: string, lines: readonly string[], empty: string): string {
  const list = lines.length === 0 ? `<p>${empty}</p>` : `<ol>${listItems(lines)}</ol>`;
  return `<section><h3>${title}</h3>${list}</section>`;
}

function caseBody(one: CaseSummary): string {
  const {request, caller, command, trace, output} = one;
  const service = stepLines(one, step => {
    const sent = codes([`${step.method} ${step.url}`]);
    return `${sent} ${statusText(step)}${step.is_stored ? ' <b>stored</b>' : ''}`;
  });
  const received = stepLines(one, step => `${asText(step.received)}${step.caller ? ` ${codes([step.caller])}` : ''}`);
  const lines = output.split('\n').map(asText).join('\n');
  return `<p class="callers">${codes([request, caller].filter(text => text !== null))}</p>
<div class="sides">
${side('The service', service, 'It got no request.')}
${side('Your code', received, 'It got no response.')}
${side('Stored records', recordLines(one).map(asText), 'As without the fault.')}
</div>
${adviceLines(one)
  .map(text => `<p class="fix">${asText(text)}</p>`)
  .join('\n')}
<h4>To repeat it</h4><pre><code>${asText(command)}</code></pre>
${trace === null ? '' : `<h4>Its trace</h4><pre><code>${asText(trace.command)}</code></pre>`}
${output === '' ? '' : `<details><summary>The end of the command's output</summary><pre>${lines}</pre></details>`}`;
}

function matrix({sites}: CheckSummary): string {
  const row = (site: SiteSummary) => {
    const cells = checkNames.map(name => {
      const {text, is_bad, tried} = site.cells[name];
      const color = is_bad ? 'bad' : tried > 0 ? 'tried' : 'untried';
      return `<td data-check="${name}" class="${color}">${asText(text)}</td>`;
    });
    return `<tr><th scope="row">${asText(siteName(site))}<small>${callsText(site)}</small></th>${cells.join('')}</tr>`;
  };
  const head = ['place', ...checkNames].map(name => `<th scope="col">${name}</th>`).join('');
  return `<table class="matrix"><thead><tr>${head}</tr></thead><tbody>${sites.map(row).join('\n')}</tbody></table>`;
}
