import {dataEnd} from '../../../fixtures/calendar.js';
import {defaultSeed, generateInSteps, profiles} from '../../../fixtures/index.js';
import {preparedRecords} from '../../../fixtures/prepared.js';
import type {CacheCapacities} from '../../operations/caches.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import {memoizeWeakly} from '../../store/memoize-weakly.js';
import type {Records} from '../../store/records.js';
import {finishInTurns} from '../../workload/steps.js';

/** The inputs that determine generated data exactly. */
export interface GeneratedData {
  readonly seed: number;
  readonly constituents: number;
  /** `<YYYY-MM-DD>` */
  readonly until: string;
}

/**
 * The latest generated data in this process, held weakly. A suite that starts a sandbox for each test shares the same
 * trees at no cost. Bench: `starts`, "the next start in a process".
 */
const latestOf = memoizeWeakly((_catalog: Catalog): {key?: string; records?: WeakRef<Records>} => ({}));

export async function generatedData(
  catalog: Catalog,
  wanted: GeneratedData,
  capacities: CacheCapacities,
  onProgress?: (done: number, total: number) => void,
): Promise<Records> {
  const key = JSON.stringify(wanted);
  const latest = latestOf(catalog);
  const known = capacities.generatedData > 0 && latest.key === key ? latest.records?.deref() : undefined;
  if (known !== undefined) {
    return known;
  }
  const records =
    (isUsual(wanted) ? preparedRecords(catalog) : undefined) ??
    (await finishInTurns(generateInSteps(catalog, {...wanted, ...(onProgress && {onProgress})})));
  Object.assign(latest, {key, records: new WeakRef(records)});
  return records;
}

const isUsual = ({seed, constituents, until}: GeneratedData): boolean =>
  seed === defaultSeed && constituents === profiles.default && until === dataEnd;
