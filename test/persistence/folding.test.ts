import {statSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import test from 'ava';
import {schema} from '../../src/resources/index.js';
import {recordsFrom} from '../../src/store/records.js';
import {noteOn, opened, small} from './opened.js';
import {load, textOf} from './support.js';

test('going back to the very state of the file is kept, too', async t => {
  for (const longestLog of [1, 1_000_000]) {
    const {file, log, dataFile, account} = await opened(t, {longestLog});
    noteOn(account, 'one');
    noteOn(account, 'two');
    account.replaceState(small);
    t.true((await readFile(log, 'utf8')).length > 0);
    dataFile.close();
    t.is(textOf(await load(file)), textOf(small));
  }
});

test('a log that has grown long is folded into the file', async t => {
  const {file, log, dataFile, account} = await opened(t, {longestLog: 20_000});
  let longest = 0;
  for (let step = 0; step < 100; step++) {
    noteOn(account, `${step} ${'x'.repeat(500)}`);
    longest = Math.max(longest, statSync(log).size);
  }
  dataFile.close();
  t.true(longest > 15_000 && longest < 25_000);
  t.is(textOf(await load(file)), textOf(account.state));
});

test('a change of very many rows is written as a file', async t => {
  const {file, log, dataFile, account} = await opened(t);
  const source = [...small.records.collections.get('funds')!.values()][0]!;
  const funds = Array.from({length: 25_000}, (_, index) => ({...source, id: index + 1}));
  const rows = new Map(Array.from(small.records.collections, ([name, all]) => [name, [...all.values()]]));
  account.replaceState({...small, records: recordsFrom(schema, rows.set('funds', funds))});
  t.is((await readFile(log, 'utf8')).split('\n').length, 2);
  noteOn(account, 'after');
  dataFile.close();
  t.is(textOf(await load(file)), textOf(account.state));
});
