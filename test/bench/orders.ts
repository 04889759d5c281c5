import {generateRecords} from '../../fixtures/index.js';
import {catalog} from '../../src/resources/index.js';
import {type Chunked, finish} from '../../src/store/chunked.js';
import {sortInChunks, sortRows} from '../../src/store/index/sort.js';
import {orderBy, type Row, type SortKey} from '../../src/store/order.js';
import {median} from './figures.js';
import type {Section} from './section.js';

const constituents = 100_000;
const rounds = 5;

function timeOf(steps: Chunked<unknown>): number {
  const before = process.cpuUsage();
  finish(steps);
  const {user, system} = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What it takes to put all gifts in order, as the first search does that asks for it. */
export function benchOrders(): Section {
  const rows = [...generateRecords(catalog, {constituents}).collections.get('gifts').values()];
  const keys = ['-received_date', '-received_amount'] as unknown as ReadonlyArray<SortKey<Row>>;
  const pairs = Array.from({length: rounds}, () => [
    timeOf(sortRows(rows, keys)),
    timeOf(sortInChunks(rows, orderBy(...keys))),
  ]);
  const [byDay, compared] = [0, 1].map(index => median(pairs.map(pair => pair[index]!)));
  return {
    figures: [
      {
        label: `${rows.length} gifts put in order day by day, of the same by comparing`,
        measured: {'server CPU': byDay! / compared!},
        target: {atMost: 0.6},
      },
    ],
    tables: [
      {
        heads: ['gifts', 'day by day, ms', 'compared, ms'],
        rows: [[`${rows.length}`, byDay!.toFixed(0), compared!.toFixed(0)]],
      },
    ],
  };
}
