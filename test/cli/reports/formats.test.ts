import {readFileSync} from 'node:fs';
import Ajv from 'ajv';
import formats from 'ajv-formats';
import test from 'ava';
import type {Location} from 'sarif';
import {validateXML} from 'xmllint-wasm';
import {githubAnnotations} from '../../../src/cli/reports/formats/github.js';
import {htmlReport} from '../../../src/cli/reports/formats/html.js';
import {junitReport} from '../../../src/cli/reports/formats/junit.js';
import {markdownReport} from '../../../src/cli/reports/formats/markdown.js';
import {sarifReport} from '../../../src/cli/reports/formats/sarif.js';
import {shortReport, textReport} from '../../../src/cli/reports/formats/text.js';
import {sourceLineOf} from '../../../src/cli/reports/source-line.js';
import {rules} from '../../../src/findings/rules/index.js';
import {generatingTest} from '../../support/generating-test.js';
import {root} from '../../support/pages.js';
import {checkWithText} from '../check/sample-check.js';
import {findingOf, hostile, reportOf} from './sample-report.js';

const schema = (name: string) => readFileSync(`${root}test/cli/reports/schemas/${name}`, 'utf8');

const gate = {failOn: 'error'} as const;

const [, ...otherRules] = rules.map(({id}) => id).filter(id => id !== 'zero-gift');

/** A report with hostile text, and the same report with harmless text. */
const both = async () => {
  const notExercised = otherRules;
  const findings = (text: string) => [
    findingOf(text),
    findingOf(text, {
      level: 'warn',
      rule: 'first-page-only',
      caller: ['src/a b.ts:7', 'src/c.ts:9'],
      fingerprint: 'f'.repeat(16),
    }),
    findingOf(text, {level: 'info', rule: 'unused-suppression', count: 1, fingerprint: 'e'.repeat(16)}),
  ];
  return {
    bad: await reportOf(findings(hostile), {gate, notExercised, check: checkWithText(hostile)}),
    plain: await reportOf(findings('x'), {gate, notExercised, check: checkWithText('x')}),
  };
};

const controls = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u;

const hasControl = (text: string) => controls.test(text.replaceAll('\n', ''));

test('in text reports, client text cannot add lines, workflow commands or colors', async t => {
  const {bad, plain} = await both();
  const lines = textReport(bad).split('\n');
  t.is(lines.length, textReport(plain).split('\n').length);
  t.deepEqual(lines.filter(hasControl), []);
  t.deepEqual(
    lines.filter(line => /^\s*::|##\[/.test(line)),
    [],
  );
  t.true(
    lines.some(line => line.includes('stop-commands')),
    'the text must be in the report',
  );
  t.is(shortReport({...bad, check: null}).split('\n').length, 3);
  t.is(shortReport(bad).split('\n').length, shortReport(plain).split('\n').length);
});

test('each finding is one GitHub annotation, in which client text is escaped', async t => {
  const {bad} = await both();
  const lines = githubAnnotations(bad).split('\n');
  t.is(lines.length, 3);
  t.deepEqual(
    lines.map(line => line.split('::')[1]),
    [
      'error title=zero-gift',
      'warning file=src/a b.ts,line=7,title=first-page-only',
      'notice title=unused-suppression',
    ],
  );
  t.deepEqual(
    lines.filter(line => hasControl(line) || line.includes('##[')),
    [],
  );
  t.true(lines[0]!.includes('%250A'), 'a percent sign in client text must be escaped');
});

test('at most ten GitHub annotations are printed per level', async t => {
  const many = Array.from({length: 30}, (_, index) => findingOf(`m${index}`));
  t.is(githubAnnotations(await reportOf([...many, findingOf('w', {level: 'warn'})])).split('\n').length, 11);
});

test('in Markdown, client text is escaped and cannot close a code fence', async t => {
  const {bad, plain} = await both();
  const text = markdownReport(bad);
  t.is(text.split('\n').length, markdownReport(plain).split('\n').length);
  t.false(hasControl(text));
  const fences = text.split('\n').filter(line => /^`{3,}/.test(line));
  t.deepEqual([...new Set(fences)], ['`````sh', '`````']);
  const prose = text.replaceAll(/^`````sh\n.*\n`````$/gm, '');
  t.notRegex(prose, /[<>[\]@*_`$~\\]|https?:\/\/|www\.|::/);
  t.regex(prose, /stop&#45;commands|stop-commands/);
});

test('a Markdown summary stays below the size limit and counts the omitted findings', async t => {
  const many = Array.from({length: 500}, (_, index) => findingOf(`${index} ${'<'.repeat(1500)}`));
  const text = markdownReport(await reportOf(many));
  t.true(text.length < 350_000);
  t.regex(text, /\d+ more are not shown here\./);
});

/** The elements and attributes of a page or a document, without their texts. */
const marks = (text: string) => Array.from(text.matchAll(/<[^>]*>/g), ([tag]) => tag.replaceAll(/="[^"]*"/g, ''));

test('client text adds no elements to the HTML page, which runs and loads nothing', async t => {
  const {bad, plain} = await both();
  const page = htmlReport(bad);
  t.deepEqual(marks(page), marks(htmlReport(plain)));
  t.notRegex(page, /<script|<link|<img|javascript:|@import|url\(/);
  t.regex(page, /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'/);
  t.false(hasControl(page));
});

test('the HTML page states that there are no findings', async t => {
  t.regex(htmlReport(await reportOf([])), /No findings/);
});

test('a JUnit report is valid, and client text adds no elements', async t => {
  const {bad, plain} = await both();
  for (const report of [bad, plain, await reportOf([])]) {
    const {valid, errors} = await validateXML({
      xml: [{fileName: 'report.xml', contents: junitReport(report)}],
      schema: [{fileName: 'junit.xsd', contents: schema('junit.xsd')}],
    });
    t.true(valid, JSON.stringify(errors));
  }
  t.deepEqual(marks(junitReport(bad)), marks(junitReport(plain)));
});

test('in JUnit, rules are grouped by axis, skipped if not exercised, and failed by the gate', async t => {
  const {plain} = await both();
  const text = junitReport(plain);
  const suites = Array.from(text.matchAll(/<testsuite name="([^"]+)"/g), ([, name]) => name);
  t.deepEqual(suites, [...new Set(rules.map(({axis}) => axis)), 'suppressions', 'check']);
  t.is(text.match(/<testcase /g)!.length, rules.length + 1 + 6);
  t.is(text.match(/<failure /g)!.length, 1 + 1);
  t.regex(text, /name="zero-gift" time="0"><failure type="error"/);
  t.regex(text, /name="first-page-only" time="0"><system-out>/, 'the gate allows a warning');
  t.is(text.match(/<skipped /g)!.length, otherRules.filter(id => id !== 'first-page-only').length + 2);
  t.regex(text, /<testsuite name="bodies" tests="\d+" failures="1" errors="0" skipped="\d+"/);
});

test('in JUnit, each trial is a test case, which fails if it did harm that counts', async t => {
  const text = junitReport((await both()).plain);
  t.regex(text, /<testsuite name="check" tests="6" failures="1" errors="0" skipped="2"/);
  t.regex(text, /name="1f3a9c02 x: lost, on a fresh connection" time="0"><failure type="duplicated" message="If /);
  t.regex(text, /name="2 x: lost, on a fresh connection" time="0"><system-out>changed: If /);
  t.regex(text, /name="3 x: lost, on a fresh connection" time="0"><skipped message="not judged: x"\/>/);
  t.regex(text, /name="5" time="0"><skipped message="the budget or an interruption left it out"\/>/);
  t.notRegex(junitReport(await reportOf([])), /name="check"/);
});

test('Markdown and HTML list the cases that did harm, and only count the rest', async t => {
  const {plain} = await both();
  for (const text of [markdownReport(plain), htmlReport(plain)]) {
    t.regex(text, /4 trials(?::|&#58;) 1 duplicated, 1 changed, 1 not judged, 1 healed/);
    t.regex(text, /--case 1f3a9c02/);
    t.notRegex(text, /--case 4/);
  }
});

generatingTest('a SARIF report is valid for GitHub, whatever a client sent', async t => {
  const ajv = new Ajv.default({strict: true, allErrors: true, strictRequired: false});
  formats.default(ajv);
  const isSarif = ajv.compile(JSON.parse(schema('sarif-for-github.json')));
  const {bad, plain} = await both();
  for (const report of [bad, plain, await reportOf([])]) {
    for (const files of [{folder: '/work'}, {folder: '/work', config: 'a b.json', suppressions: '/work/x/s.json'}]) {
      const document = JSON.parse(JSON.stringify(sarifReport(report, files)));
      t.true(isSarif(document), JSON.stringify(isSarif.errors));
      t.false(hasControl(JSON.stringify(document.runs[0].results)));
      const [{results, tool}] = document.runs;
      for (const {ruleId, ruleIndex} of results) {
        t.is(tool.driver.rules[ruleIndex].id, ruleId);
      }
    }
  }
});

test('in SARIF, a finding is located at its caller or the config file, or is a notification', async t => {
  const {plain} = await both();
  const placed = (files: Parameters<typeof sarifReport>[1]) => {
    const [run] = sarifReport(plain, files).runs;
    return {
      results: run!.results!.map(({locations, relatedLocations = []}) =>
        [...locations!, ...relatedLocations].map(
          ({physicalLocation}) => `${physicalLocation!.artifactLocation!.uri}:${physicalLocation!.region!.startLine}`,
        ),
      ),
      lost: run!.invocations![0]!.toolExecutionNotifications!.map(({associatedRule}) => associatedRule!.id),
    };
  };
  const called = ['src/a%20b.ts:7', 'src/c.ts:9'];
  t.deepEqual(placed({folder: '/work'}), {results: [called], lost: ['zero-gift', 'unused-suppression']});
  t.deepEqual(placed({folder: '/work', config: '/elsewhere/c.json', suppressions: '../s.json'}).results, [called]);
  t.deepEqual(placed({folder: '/work', config: 'c.json', suppressions: '/work/ci/s.json'}), {
    results: [['c.json:1'], called, ['ci/s.json:1']],
    lost: [],
  });
});

const chains = ['src/a.ts:7', 'src/c.ts:9 < src/d.ts:1 < src/e.ts:2', 'src/c.ts:9 < src/f.ts:3'];

generatingTest('in SARIF, a call chain is a stack, and chains with the same first line share a location', async t => {
  const report = await reportOf([findingOf('x', {caller: chains}), findingOf('x', {caller: ['src/a.ts:7']})]);
  const document = sarifReport(report, {folder: '/work'});
  const ajv = new Ajv.default({strict: true, allErrors: true, strictRequired: false});
  formats.default(ajv);
  t.true(ajv.validate(JSON.parse(schema('sarif-for-github.json')), document), JSON.stringify(ajv.errors));
  const [result, single] = document.runs[0]!.results!;
  const lineOf = ({physicalLocation}: Location) =>
    `${physicalLocation!.artifactLocation!.uri}:${physicalLocation!.region!.startLine}`;
  t.deepEqual([...result!.locations!, ...result!.relatedLocations!].map(lineOf), ['src/a.ts:7', 'src/c.ts:9']);
  t.deepEqual(
    result!.stacks!.map(({frames}) => frames.map(({location}) => lineOf(location!))),
    [
      ['src/c.ts:9', 'src/d.ts:1', 'src/e.ts:2'],
      ['src/c.ts:9', 'src/f.ts:3'],
    ],
  );
  t.is(single!.stacks, undefined);
});

test('the other formats list the call chains', async t => {
  const report = await reportOf([findingOf('x', {caller: chains})]);
  const [first, ...rest] = chains;
  const text = [`  in ${first}, x x, 2 times`, ...rest.map(chain => `  also in ${chain}`)].join('\n');
  t.true(textReport(report).includes(`${text}\n`));
  const markdown = [`In ${first}, x x, 2 times.`, ...rest.map(chain => `Also in ${chain}.`)].join('\n\n');
  t.true(markdownReport(report).includes(`${markdown}\n`));
  const page = chains.map(chain => `<code>${chain.replaceAll('<', '&lt;')}</code>`).join('<br>');
  t.true(htmlReport(report).includes(`<p class="callers">${page}</p>`));
  t.true(junitReport(report).includes(`\n${chains.join('\n').replaceAll('<', '&lt;')}\n`));
  t.true(githubAnnotations(report).includes(`::error file=src/a.ts,line=7,title=zero-gift::`));
  t.true(githubAnnotations(report).includes(`%0A${rest.map(chain => `in ${chain}`).join('%0A')}%0A`));
});

test('sourceLineOf() accepts only a line of a file below the working folder', t => {
  t.deepEqual(sourceLineOf('src/sync.ts:42'), {file: 'src/sync.ts', line: 42});
  t.deepEqual(sourceLineOf('src\\sync.ts:42'), {file: 'src/sync.ts', line: 42});
  for (const wrong of [
    '/etc/passwd:1',
    'C:/a.ts:1',
    '../a.ts:1',
    'a/../../b.ts:1',
    'src/a.ts',
    'src/a.ts:0',
    ':1',
    'a\nb:1',
  ]) {
    t.is(sourceLineOf(wrong), undefined, wrong);
  }
});

test('SARIF adds no period after a question mark, and Markdown keeps line numbers readable', async t => {
  const single = {count: 1, values: ['x'], places: ['x'], caller: ['src/sync.ts:42']};
  const finding = findingOf('x', {...single, message: 'did you mean name?'});
  const report = await reportOf([finding]);
  const [run] = sarifReport(report, {folder: '/app', config: undefined, suppressions: undefined}).runs;
  t.is(run!.results![0]!.message.text, 'x: did you mean name? x');
  const text = markdownReport(report);
  t.true(text.includes('src/sync.ts:42'), text);
  t.true(markdownReport(await reportOf([findingOf('http://evil.example')])).includes('http&#58;//'));
});

test('each format lists all values and places of a finding', async t => {
  const lists = {values: ['fund 3301', 'fund 3302'], places: ['first/fund', 'second/fund']};
  const report = await reportOf([findingOf('x', {...lists, caller: ['src/sync.ts:42']})]);
  const texts = {
    text: textReport(report),
    markdown: markdownReport(report),
    html: htmlReport(report),
    github: githubAnnotations(report),
    junit: junitReport(await reportOf([findingOf('x', lists)], {gate})),
    sarif: JSON.stringify(sarifReport(report, {folder: '/app', config: undefined, suppressions: undefined})),
  };
  for (const [format, text] of Object.entries(texts)) {
    t.true(text.includes('fund 3301, fund 3302'), format);
    t.true(text.includes('first/fund, second/fund'), format);
  }
});
