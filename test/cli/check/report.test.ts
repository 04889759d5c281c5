import test from 'ava';
import {checkLines, noteLines} from '../../../src/cli/reports/check/lines.js';
import {htmlReport} from '../../../src/cli/reports/formats/html.js';
import {junitReport} from '../../../src/cli/reports/formats/junit.js';
import {markdownReport} from '../../../src/cli/reports/formats/markdown.js';
import {shortReport, textReport} from '../../../src/cli/reports/formats/text.js';
import type {Row} from '../../../src/store/order.js';
import {reportOf} from '../reports/sample-report.js';
import {callOf, caseOf, checkOf, healed, recordOf} from './sample-check.js';

const harm = 'If the response to the gift is lost, Ada Test gets two gifts of $50.00. sync.php:5';

test('the text report lists each bad case with its harm, fix and how to repeat it', t => {
  t.is(
    checkLines(checkOf()).join('\n'),
    `Check: ${harm}

duplicated (lost, on a fresh connection): ${harm}
  POST /api/v1/constituents/959400/gifts from sync.php:5 < main.php:2
  POST /api/v1/constituents/959400/gifts: 200, stored; your code received no response at sync.php:5
  POST /api/v1/constituents/959400/gifts: 200, stored; your code received 200 at sync.php:5
  gifts, duplicated: {"id":7,"received_amount":50}
  It was repeated by your code or your HTTP library.
  Fix: Send an external_id of your own, and search for it before you send the request again: it may have been stored although no response came.
  To repeat: crm-sandbox check --case 1f3a9c02 -- npm run sync
  Trace: crm-sandbox trace open crm-sandbox-check/1f3a9c02.trace.gz

Places in the code, and checks:
  sync.php:5 < main.php:2 createGiftOfConstituent (received_amount): 6 calls, 12 trials pruned
    lost    1 duplicated, 1 healed
    refused not tried
    garbled not tried
    silent  it was tried once for its site
    twice   not tried
    kill    not tried
    assume  not tried
  sync.php:5 < main.php:2 searchConstituents (q[]), in the second run: 1 call
    lost    not tried
    refused not tried
    garbled not tried
    silent  not tried
    twice   not tried
    kill    a read stores nothing
    assume  not tried

2 trials: 1 duplicated, 1 healed.
12 trials pruned to save time; --all runs them.`,
  );
});

test('the worst case comes first, and cases that do not count come later', t => {
  const known = caseOf({id: 'known', isBad: false, known: 'a second note harms nobody'});
  const hung = caseOf({id: 'hung', check: 'silent', variant: 'no response', verdict: 'hung', records: []});
  const twice = {check: 'twice', variant: '', call: null, site: null} as const;
  const uncounted = caseOf({...twice, id: 'twice', isBad: false, reason: 'the command is not rerunnable'});
  const {cases} = checkOf({cases: [healed('a'), known, hung, uncounted, caseOf()]});
  t.deepEqual(
    cases.map(({id}) => id),
    ['1f3a9c02', 'hung', 'known', 'twice', 'a'],
  );
  const text = checkLines(checkOf({failed: false, cases: [uncounted, known]})).join('\n');
  t.regex(text, /^Check: No harm that counts in 2 trials: 2 duplicated\.$/m);
  t.regex(text, /^ {2}Known: a second note harms nobody$/m);
  t.regex(text, /^ {2}It does not count: the command is not rerunnable$/m);
  t.regex(text, /^ {2}the whole run: all calls$/m);
  t.regex(text, /^ {4}twice {3}1 duplicated$/m);
  t.regex(text, /^ {4}twice {3}tried for the whole run$/m);
});

test('the notes list cases that were not judged, skipped items and unused known cases', t => {
  const lone = healed('b', {verdict: 'not applicable', reason: 'no connection is reused'});
  const limits = {skipped: ['c', 'd'], volatile: ['gifts.external_id'], unusedCases: ['createNote duplicated']};
  const summary = checkOf({cases: [lone, {...lone, id: 'e'}], ...limits, isRerunnable: false, sites: []});
  t.is(summary.harm, 'Nothing was judged, so that nothing is known.');
  t.deepEqual(noteLines(summary), [
    '2 trials: 2 not applicable.',
    '2 not applicable: no connection is reused',
    'Left out by the budget or an interruption: c, d',
    'A second run changes something: what twice and kill find counts only with --rerun.',
    'Ignored, because runs without faults differ in them: gifts.external_id',
    'A known case that matches nothing: createNote duplicated',
  ]);
  const cell = checkOf({cases: [healed('a'), lone, {...lone, id: 'e'}]}).sites[0]!.cells.lost;
  t.is(cell.text, '1 healed; not applicable: no connection is reused');
  const place = {...checkOf().sites[0]!, isWrite: true, untried: {lost: 'no connection is reused'}};
  t.is(checkOf({cases: [healed('a')], sites: [place]}).sites[0]!.cells.lost.text, '1 healed; no connection is reused');
});

test('in JUnit, the summary fails if nothing was judged', async t => {
  const summaryIn = async (more: Parameters<typeof checkOf>[0]) =>
    /name="summary" time="0"><([\w-]+)/.exec(junitReport({...(await reportOf([])), check: checkOf(more)}))![1];
  t.is(await summaryIn({cases: []}), 'failure');
  t.is(await summaryIn({cases: [healed('a', {check: 'twice', call: null, site: null})]}), 'failure');
  t.is(await summaryIn({}), 'system-out');
});

test('a single case is shown whatever its verdict, and several healed cases are hidden', t => {
  const text = checkLines(checkOf({cases: [healed('a')]})).join('\n');
  t.regex(text, /^healed \(lost, on a fresh connection\): If .*, nothing is wrong in the end\. sync\.php:5$/m);
  t.notRegex(checkLines(checkOf({cases: [healed('a'), healed('b')]})).join('\n'), /^healed /m);
});

test('the numbers of cases, records and steps in a report are limited', t => {
  const records = Array.from({length: 9}, (_, id) => recordOf({found: {id, note: 'x'.repeat(300)} as unknown as Row}));
  const many = caseOf({records, steps: Array.from({length: 30}, () => caseOf().steps[0]!)});
  const lines = checkLines(checkOf({cases: Array.from({length: 130}, (_, id) => ({...many, id: `${id}`}))}));
  t.is(lines.filter(line => line.startsWith('duplicated (')).length, 100);
  t.is(lines.filter(line => line === '  and 4 more').length, 100);
  t.is(lines.filter(line => line === '  and 10 more').length, 100);
  t.true(lines.includes('Bad cases that are not shown here: 30.'));
  t.true(lines.every(line => line.length < 300));
});

test('a changed record shows the fields that differ, even if only after the truncation', t => {
  const [expected, found] = ['a', 'b'].map(
    end => ({id: 7, note: `${'x'.repeat(90)}${end}`, updated_at: end}) as unknown as Row,
  );
  const record = recordOf({difference: 'changed', expected: expected!, found: found!});
  const text = checkLines(checkOf({cases: [caseOf({verdict: 'changed', records: [record]})]})).join('\n');
  t.regex(text, /^ {2}gifts 7, changed: note "x{79}… instead of "x{79}…$/m);
});

test('client text cannot control a terminal or a workflow', async t => {
  const url = '/api/v1/groups?x=\u009b2J\u001b]0;title\u0007\n::stop-commands::x';
  const report = {...(await reportOf([])), check: checkOf({cases: [caseOf({call: callOf({url, caller: url})})]})};
  for (const text of [shortReport(report), textReport(report)]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
    t.notRegex(text.replaceAll('\n', ''), /[\u0000-\u001f\u007f-\u009f]/);
    t.notRegex(text, /^::/m);
  }
});

const withCheck = async (more: Parameters<typeof checkOf>[0] = {}) => ({...(await reportOf([])), check: checkOf(more)});

test('without a gate, the short report has only the check and the exit code', async t => {
  const text = shortReport(await withCheck());
  t.true(text.startsWith(`Check: ${harm}\n`));
  t.regex(text, /\nExit code 0: [^\n]*$/);
  t.notRegex(text, /operations were exercised/);
});

test('all formats have the same content', async t => {
  const library = {by: 'library', client: "PHP's curl", remedy: 'Set CURLOPT_FRESH_CONNECT.'} as const;
  const cases = [caseOf({repeat: library}), healed('a'), healed('b', {verdict: 'not judged', reason: 'no reference'})];
  const limits = {skipped: ['5k1pped0'], volatile: ['gifts.reference'], unusedCases: ['unused-note']};
  const report = await withCheck({cases, ...limits});
  const texts = {
    text: textReport(report),
    markdown: markdownReport(report).replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
    json: JSON.stringify(report),
    junit: junitReport(report),
    html: htmlReport(report),
  };
  const facts = [
    'Ada Test gets two gifts of $50.00. sync.php:5',
    'duplicated',
    'sent it again. Set CURLOPT_FRESH_CONNECT.',
    'Send an external_id of your own',
    'crm-sandbox check --case 1f3a9c02 -- npm run sync',
    'crm-sandbox trace open crm-sandbox-check/1f3a9c02.trace.gz',
    'received_amount',
    'a read stores nothing',
    'no reference',
    '5k1pped0',
    'gifts.reference',
    'unused-note',
    'no response',
    '12',
  ];
  for (const [format, text] of Object.entries(texts)) {
    for (const fact of facts) {
      t.true(text.includes(fact), `${format}: ${fact}`);
    }
  }
});

test('the HTML page begins with the harm, and shows three views of the worst case', async t => {
  const second = caseOf({id: 'second', records: [recordOf({owner: 'Bo Test'})]});
  const page = htmlReport(await withCheck({cases: [caseOf({output: 'one\ntwo'}), second, healed('a')]}));
  const [, title] = /<h1>([^<]*)<\/h1>/.exec(page)!;
  t.is(title, harm);
  const text = page.replaceAll(/<style>[\s\S]*<\/style>/g, '').replaceAll(/<[^>]+>/g, '\n');
  t.true(text.indexOf(harm) < text.indexOf('Exit code'));
  const parts = [
    'The service',
    'Your code',
    'Stored records',
    'Fix: ',
    'To repeat it',
    'Its trace',
    'Other cases',
    'Bo Test',
  ];
  const places = parts.map(part => text.indexOf(part));
  t.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
  );
  t.true(places[0]! > 0);
  t.is(page.match(/<div class="sides">/g)!.length, 2);
  t.regex(page, /<li><code>POST [^<]*<\/code> 200 <b>stored<\/b><\/li>/);
  t.regex(page, /<li>no response <code>sync\.php:5<\/code><\/li>/);
  t.regex(page, /<details class="card case error" id="second"><summary>If [^<]*Bo Test/);
  t.regex(page, /<td data-check="lost" class="bad">2 duplicated, 1 healed<\/td>/);
  t.regex(page, /<td data-check="kill" class="untried">a read stores nothing<\/td>/);
  t.true(text.indexOf('What the client got wrong, without faults') > text.indexOf('Places in your code'));
});

test('the HTML page of a check without harm has the summary and the table', async t => {
  const page = htmlReport(await withCheck({failed: false, cases: [healed('a'), healed('b')]}));
  t.regex(page, /<h1>No harm that counts in 2 trials: 2 healed\.<\/h1>/);
  t.notRegex(page, /Other cases|class="sides"/);
  t.regex(page, /class="matrix"/);
});

test('reports of a run without a check have no section about it', async t => {
  const report = await reportOf([]);
  for (const text of [textReport(report), markdownReport(report), junitReport(report), htmlReport(report)]) {
    t.notRegex(text, /Places in|testsuite name="check"|<td/);
  }
  t.is(report.check, null);
});
