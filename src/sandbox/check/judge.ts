import type {Catalog} from '../../operations/kinds/catalog.js';
import type {CallNames} from './calls.js';
import {compareWith} from './compare.js';
import {changesOf, pairSegments, type Segment} from './recording.js';
import {type ReferenceRecords, referenceOf} from './reference.js';
import type {ClientRun} from './run.js';
import {RefusedCheck, type Verdict, type WrongRecord} from './types.js';

/** The two runs without faults with which the trials are compared, segment by segment. */
export class References {
  readonly #references: ReadonlyMap<Segment, ReferenceRecords>;
  readonly volatile: ReadonlySet<string>;

  /** @throws RefusedCheck if the runs differ in more than volatile values */
  constructor(
    catalog: Catalog,
    private readonly first: ClientRun,
    second: ClientRun,
    private readonly names: CallNames,
  ) {
    const {segments} = first.recording;
    const pairs = this.#pairsWith(second);
    const references = segments.map(segment => {
      const other = pairs.get(segment) ?? {...segment, end: segment.start, calls: []};
      const [one, two] = [spanOf(segment, first), spanOf(other, second)];
      return [segment, referenceOf(catalog, one, two)] as const;
    });
    this.#references = new Map(references);
    const differences = references.flatMap(([, reference]) => reference.differences);
    if (second.recording.segments.length !== segments.length) {
      differences.push('the number of resets');
    }
    if (differences.length > 0) {
      throw new RefusedCheck(differenceText(differences));
    }
    this.volatile = new Set(references.flatMap(([, reference]) => [...reference.volatile]));
  }

  #pairsWith({recording}: ClientRun): ReadonlyMap<Segment, Segment> {
    return pairSegments(this.first.recording.segments, recording.segments, facts => this.names.nameOf(facts));
  }

  /**
   * Compares a run with the reference.
   * @param goesOn true if the run began with the state that the reference left
   */
  compare(run: ClientRun, goesOn = false): WrongRecord[] {
    const pairs = this.#pairsWith(run);
    return Array.from(this.#references).flatMap(([segment, reference]) => {
      const {start, end} = pairs.get(segment) ?? {start: segment.start, end: goesOn ? segment.end : segment.start};
      const isContinued = goesOn && start === this.#endOf(segment.account);
      return compareWith(reference, {start: isContinued ? segment.start : start, end}, run.code !== 0);
    });
  }

  #endOf(account: string) {
    return this.first.recording.segments.findLast(segment => segment.account === account)?.end;
  }
}

const spanOf = (segment: Segment, {window}: ClientRun) => ({...segment, window, changes: () => changesOf(segment)});

const mostNamed = 5;

function differenceText(differences: readonly string[]): string {
  const rest = differences.length > mostNamed ? `; and ${differences.length - mostNamed} more` : '';
  const named = differences.slice(0, mostNamed).join('; ');
  return `Two runs without faults write different data, so that nothing can be said of a difference: ${named}${rest}`;
}

/** The worst first. */
const differences = ['duplicated', 'lost', 'changed'] as const;

/** @param kills true if the command was killed and ran again */
export function verdictOf({code, wasHit}: ClientRun, records: readonly WrongRecord[], kills = false): Verdict {
  if (code === null) {
    return 'hung';
  }
  if (!wasHit) {
    return 'not reproducible';
  }
  if (kills && code !== 0) {
    return 'stuck';
  }
  const worst = differences.find(one => records.some(({difference}) => difference === one));
  return worst ?? (code === 0 ? 'healed' : 'reported');
}
