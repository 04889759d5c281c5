import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {shortOf} from './support/effort.js';
import {root} from './support/pages.js';

const textOf = (name: string) => readFileSync(path.join(root, name), 'utf8');

const number = (text: string) => Number(text.replaceAll(/[,_]/g, ''));

/** The beginning of a row, and the test with its numbers. A file may call `effort` several times. */
const rows: ReadonlyArray<readonly [begins: string, file: string, place?: number]> = [
  ['kills of a process', 'test/persistence/killed.test.ts'],
  ['flipped bits of a log', 'test/persistence/log-file.test.ts'],
  ['flipped bits of a file', 'test/persistence/snapshot-format.test.ts', 1],
  ['states after random operations', 'test/persistence/reachable.test.ts'],
  ['valid and invalid requests', 'test/fuzz/fuzz.test.ts'],
  ['invalid bodies and queries', 'test/bad-requests.test.ts'],
  ['arbitrary bytes', 'test/soak/raw-sockets.test.ts'],
  ['24 bodies at once that inflate', 'test/soak/body-bombs.test.ts'],
];

test('the table of tests has the number of runs of each test', t => {
  const lines = textOf('docs/reference/reliability.md').split('\n');
  for (const [begins, file, place = 0] of rows) {
    const line = lines.find(one => one.startsWith(`| ${begins}`))!;
    const cells = line.split('|').slice(2, 5);
    const calls = [...textOf(file).matchAll(/effort\((?<usual>[\d_]+), (?<long>[\d_]+)\)/g)];
    const {usual, long} = calls[place]!.groups!;
    const counts = [number(usual!), shortOf(number(usual!), number(long!)), number(long!)];
    const isInSoakAlone = file.startsWith('test/soak/');
    t.deepEqual(
      cells.map(cell => number(/[\d,]+/.exec(cell)?.[0] ?? '-1')),
      isInSoakAlone ? [-1, ...counts.slice(1)] : counts,
      begins,
    );
  }
});

test('the latency test uses the numbers of constituents in the table', t => {
  const documented = /within 250 ms.*\| – \| ([\d,]+) constituents \| ([\d,]+) \|/.exec(
    textOf('docs/reference/reliability.md'),
  )!;
  const tested = /'long' \? ([\d_]+) : ([\d_]+)/.exec(textOf('test/soak/latest-answer.test.ts'))!;
  t.deepEqual([number(documented[2]!), number(documented[1]!)], [number(tested[1]!), number(tested[2]!)]);
  t.regex(textOf('test/soak/latest-answer.test.ts'), /const latest = 250;/);
});
