import test from 'ava';
import {newFolder} from '../../support/cli.js';
import {effort, patience} from '../../support/effort.js';
import {type Difference, differenceOf, runOf} from './campaign.js';

/** One run is repeated with `TRACE_SEED=17 npx ava test/sandbox/trace/campaign.test.ts`. */
const given = process.env['TRACE_SEED'];
const seeds = given === undefined ? Array.from({length: effort(100, 2000)}, (_, index) => index + 1) : [Number(given)];

/** Most of a run is waiting. */
const atOnce = 4;

test('whatever happens in a run, its replay is equal', async t => {
  t.timeout(patience);
  const folder = await newFolder(t);
  const differences: Difference[] = [];
  const queue = seeds.values();
  const work = async () => {
    for (const seed of queue) {
      const difference = await differenceOf(seed, folder);
      if (difference !== undefined) {
        differences.push(difference);
        t.log(JSON.stringify(difference, undefined, 1));
      }
    }
  };
  await Promise.all(Array.from({length: atOnce}, work));
  t.log(`${seeds.length} runs, with the seeds from ${seeds[0]} on`);
  if (given !== undefined) {
    t.log(JSON.stringify(runOf(Number(given)), undefined, 1));
  }
  t.deepEqual(
    differences.map(({seed}) => seed),
    [],
  );
});
