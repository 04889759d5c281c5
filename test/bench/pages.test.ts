import test from 'ava';
import {withSection} from './pages.js';
import {pageText, sectionText} from './section.js';

const page =
  'Before\n\n<!-- bench:start -->\nold\n<!-- /bench:start -->\n\n<!-- bench:memory --><!-- /bench:memory -->\n';

test('withSection replaces the text between the marks, and is idempotent', t => {
  const written = withSection(page, 'start', '| $1 |');
  t.is(written, page.replace('\nold\n', '\n\n| $1 |\n\n'));
  t.is(withSection(written, 'start', '| $1 |'), written);
  t.is(withSection(page, 'search', '| $1 |'), page);
});

test('a figure reaches its target only if all measured values do', t => {
  const figure = (requests: number, cpu: number) => ({
    label: 'get',
    measured: {requests, cpu},
    target: {atLeast: 0.8},
  });
  const text = sectionText({figures: [figure(0.8, 12.34), figure(0.9, 0.79)], tables: []});
  t.deepEqual(text.split('\n').slice(2), [
    '| get | 0.80 | 12.3 | at least 0.8 | yes |',
    '| get | 0.90 | 0.79 | at least 0.8 | **no** |',
  ]);
});

test('a page shows pageTables instead of tables if a section has them', t => {
  const table = (row: string) => ({heads: ['search'], rows: [[row]]});
  const section = {tables: [table('every')], pageTables: [table('slowest')]};
  t.regex(pageText(section), /slowest/);
  t.notRegex(pageText(section), /every/);
  t.regex(sectionText(section), /every/);
  t.is(pageText({tables: [table('every')]}), sectionText({tables: [table('every')]}));
});
