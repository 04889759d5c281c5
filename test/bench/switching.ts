import {generateRecords} from '../../fixtures/index.js';
import {Accounts} from '../../src/accounts/accounts.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {Caches} from '../../src/operations/caches.js';
import {constituents} from '../../src/resources/constituents/constituents.js';
import {catalog, schema} from '../../src/resources/index.js';
import {groups} from '../../src/resources/memberships/groups.js';
import {type Records, recordsFrom} from '../../src/store/records.js';
import {median} from './figures.js';
import {promisedAccount, promisedGrowth, promisedReset, under} from './promises.js';
import type {Section} from './section.js';

const sizes = [1000, 100_000, 1_000_000];
/** Further constituents are copies, because generating them takes minutes and their content does not matter here. */
const maxGenerated = 100_000;
const rounds = 201;
const writes = 100;
const forks = 10_000;

/** Measures the median microseconds of `work`, after calling `prepare` each time. */
function timed(work: (round: number) => unknown, prepare: () => void): number {
  const times = Array.from({length: rounds}, (_, round) => {
    prepare();
    const start = performance.now();
    work(round);
    return (performance.now() - start) * 1000;
  });
  return median(times);
}

/** Measures the heap after garbage collection, in bytes. */
function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** Returns records with the given number of constituents. */
function recordsOf(size: number): Records {
  const generated = generateRecords(catalog, {constituents: Math.min(size, maxGenerated)});
  if (size <= maxGenerated) {
    return generated;
  }
  const rows = new Map(Array.from(generated.collections, ([name, collection]) => [name, [...collection.values()]]));
  const originals = rows.get(constituents.name)!;
  const next = generated.nextIds.get(constituents.name)!;
  const copies = Array.from({length: size - originals.length}, (_, index) => ({
    ...originals[index % originals.length]!,
    id: next + index,
  }));
  return recordsFrom(schema, rows.set(constituents.name, [...originals, ...copies]), generated.nextIds);
}

async function measure(size: number): Promise<number[]> {
  const records = recordsOf(size);
  const clock = frozenClock(Date.parse('2026-01-01T00:00:00Z'));
  const accounts = await Accounts.open({schema, baseline: {records, clock}, seed: 1});
  const account = await accounts.get('bench');
  const write = async () => {
    for (let written = 0; written < writes; written++) {
      await account.write(transaction => {
        const id = transaction.takeId(groups);
        transaction.put(groups, {...transaction.rows(groups).listed().first()!, id});
      });
    }
  };
  const snapshot = await account.save('kept');
  const figures = [
    timed(() => account.replaceState(account.baseline), write),
    timed(() => account.replaceState(snapshot), write),
    timed(round => account.save(`snapshot-${round}`), write),
    timed(round => void accounts.fork(`fork-${round}`, account.state), write),
  ];
  const caches = new Caches();
  const empty = () => caches.bareRecords.getOrAdd('1', () => generateRecords(catalog, {seed: 1, constituents: 0}));
  const emptied = timed(() => account.replaceState({records: empty(), clock}), write);
  account.replaceState(account.baseline);
  const before = heapUsed();
  for (let fork = 0; fork < forks; fork++) {
    await accounts.fork(`unused-${fork}`, account.state);
  }
  return [...figures, (heapUsed() - before) / forks, emptied];
}

/** Measures reset, restore, snapshot and fork after 100 writes by size, and the memory of an unused account. */
export async function benchSwitching(): Promise<Section> {
  const measured: number[][] = [];
  for (const size of sizes) {
    measured.push(await measure(size));
  }
  const labels = [
    'reset, µs',
    'restore, µs',
    'snapshot, µs',
    'fork, µs',
    `an unused account of ${forks}, bytes`,
    'reset to empty, µs',
  ];
  const rows = labels.map((label, index) => {
    const figures = measured.map(ofSize => ofSize[index]!);
    return [label, ...figures.map(figure => figure.toFixed(1)), (figures.at(-1)! / figures[0]!).toFixed(1)];
  });
  const [reset = 0] = measured[sizes.indexOf(100_000)]!;
  const heads = ['', ...sizes.map(size => `at ${size.toLocaleString('en')}`), '1,000,000 : 1,000'];
  return {
    figures: [
      {
        label: `reset after ${writes} writes, at 100,000 constituents`,
        unit: 'ms',
        measured: {'in the server': reset / 1000},
        target: under(promisedReset),
      },
      ...labels.slice(0, 4).map((label, index) => ({
        label: `${label.replace(/,.*/, '')}, at 1,000,000 of 1,000 constituents`,
        measured: {'in the server': measured.at(-1)![index]! / measured[0]![index]!},
        target: under(promisedGrowth),
      })),
      {
        label: 'an account that nobody uses',
        unit: 'KB',
        measured: {'in the server': measured.at(-1)![4]! / 1000},
        target: under(promisedAccount),
      },
    ],
    tables: [{heads, rows}],
  };
}
