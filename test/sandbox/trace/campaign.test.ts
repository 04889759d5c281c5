import path from 'node:path';
import test from 'ava';
import {newFolder} from '../../support/cli.js';
import {effort, patience} from '../../support/effort.js';
import {linesOf, replayFile, writeTrace} from '../../support/traces.js';
import {type Difference, differenceOf, runOf, traceRun} from './campaign.js';

/** Set `TRACE_SEED=17` to repeat a single run. */
const seedSetting = process.env['TRACE_SEED'];
const seeds =
  seedSetting === undefined ? Array.from({length: effort(100, 2000)}, (_, index) => index + 1) : [Number(seedSetting)];

/** Runs mostly wait, so several run at once. */
const atOnce = 4;

test.serial('the replay of a random run is equal to the run', async t => {
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
  t.log(`${seeds.length} runs, starting with seed ${seeds[0]}`);
  if (seedSetting !== undefined) {
    t.log(JSON.stringify(runOf(Number(seedSetting)), undefined, 1));
  }
  t.deepEqual(
    differences.map(({seed}) => seed),
    [],
  );
});

type Event = Readonly<Record<string, unknown>>;

/** Removes a part without which a replay is not equal. */
const parts: Readonly<Record<string, (event: Event) => Event>> = {
  fault: ({fault: _, ...event}) => event,
  limited: ({limited: _, ...event}) => event,
  base64: ({base64: _, ...event}) => event,
  lost: ({lost: _, ...event}) => event,
  headers: ({headers: _, ...event}) => event,
  target: ({target: _, ...event}) => event,
  seq: event => (event['type'] === 'request' ? {...event, seq: event['n']} : event),
};

test.serial('removing any one part of a trace makes some replay differ', async t => {
  t.timeout(patience);
  const folder = await newFolder(t);
  const unnoticed = new Set(Object.keys(parts));
  let seed = 0;
  for (; unnoticed.size > 0 && seed < 100; seed++) {
    const {recorded} = await traceRun(seed + 1, folder);
    const [head = '', ...lines] = linesOf(recorded).slice(0, -1);
    for (const part of [...unnoticed].filter(part => lines.some(line => line.includes(`"${part}":`)))) {
      const file = path.join(folder, 'changed.gz');
      writeTrace(file, [head, ...lines.map(line => JSON.stringify(parts[part]!(JSON.parse(line))))]);
      const isEqual = await replayFile(file).then(
        ({deviation}) => deviation === undefined,
        () => false,
      );
      if (!isEqual) {
        unnoticed.delete(part);
      }
    }
  }
  t.log(`${seed} runs`);
  t.deepEqual([...unnoticed], []);
});
