import {
  countsOfCases,
  type LostAnswerCase,
  type LostAnswersSummary,
  meanings,
} from '../../../exec/lost-answers-summary.js';
import {asText} from './as-text.js';

/** Further wrong cases are only counted; the other reports list them. */
const most = 100;

/** Lists the lost responses that caused harm, and counts the others. */
export function lostAnswersPart(summary: LostAnswersSummary): string {
  const wrong = summary.cases.filter(({is_wrong}) => is_wrong).slice(0, most);
  return `<section>
<h2>Lost answers</h2>
<p>${countsOfCases(summary)}.</p>
${wrong.map(card).join('\n')}
</section>
`;
}

function card({fault, verdict, method, url, caller, wrong}: LostAnswerCase): string {
  const records = wrong.map(words => `<dt>record</dt><dd>${asText(words)}</dd>`).join('');
  return `<article class="card error">
<header><span class="level">${verdict}</span> <code>${asText(fault)}</code></header>
<h3>${meanings[verdict]}</h3>
${caller === null ? '' : `<p class="callers"><code>${asText(caller)}</code></p>\n`}<dl><dt>request</dt><dd>${asText(`${method} ${url}`)}</dd>${records}</dl>
</article>`;
}
