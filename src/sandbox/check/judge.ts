import type {Catalog} from '../../operations/kinds/catalog.js';
import {groupBy} from '../../store/group-by.js';
import type {Row} from '../../store/order.js';
import type {Records} from '../../store/records.js';
import type {CallNames} from './calls.js';
import {type Leaves, leavesOf, pairByValues, type Span, textOf, writtenIn} from './leaves.js';
import {changesOf, pairSegments, type Segment} from './recording.js';
import {type Expected, noPaths, type ReferenceRecords, type RowEntry, referenceOf} from './reference.js';
import type {ClientRun} from './run.js';
import {RefusedCheck, type Verdict, type WrongRecord} from './types.js';

/** Two runs without faults, with which the trials are compared segment by segment. */
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
   * @param continues true if the run began with the final state of the reference
   */
  compare(run: ClientRun, continues = false): WrongRecord[] {
    const pairs = this.#pairsWith(run);
    return Array.from(this.#references).flatMap(([segment, reference]) => {
      const {start, end} = pairs.get(segment) ?? {start: segment.start, end: continues ? segment.end : segment.start};
      const isContinued = continues && start === this.#endOf(segment.account);
      return compareWith(reference, {start: isContinued ? segment.start : start, end}, run.code !== 0);
    });
  }

  #endOf(account: string) {
    return this.first.recording.segments.findLast(segment => segment.account === account)?.end;
  }
}

const spanOf = (segment: Segment, {window}: ClientRun) => ({...segment, window, changes: () => changesOf(segment)});

const maxListed = 5;

function differenceText(differences: readonly string[]): string {
  const rest = differences.length > maxListed ? `; and ${differences.length - maxListed} more` : '';
  const named = differences.slice(0, maxListed).join('; ');
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

/**
 * Compares the records of a run with those of the reference.
 * @param hasFailed true if the command failed: each record may have any of its earlier states, or be missing, but
 * records that the reference keeps must not be deleted
 */
export function compareWith(reference: ReferenceRecords, span: Span, hasFailed: boolean): WrongRecord[] {
  const {catalog, created, changed} = reference;
  const written = writtenIn(span);
  const classes = new Map<Row, string>();
  const leaves = leavesOf(catalog, span, classes);
  return catalog.kinds.flatMap(({name: kind}) => {
    const run = written.get(kind) ?? {made: [], changed: new Map<number, Row | undefined>()};
    const expected = created.get(kind) ?? [];
    const leavesIn = (row: Row) => leaves(kind, row);
    const wrong = [
      ...compareCreated(kind, hasFailed ? expected : expected.filter(({final}) => final), run.made),
      ...compareExisting(kind, changed.get(kind) ?? new Map<number, Expected>(), run.changed, leavesIn),
    ];
    return wrong.map(record => ({...record, ...ownerOf(record)}));
  });

  function compareCreated(kind: string, wanted: readonly Expected[], made: readonly Row[]): WrongRecord[] {
    const versions = wanted.flatMap(one =>
      (hasFailed ? one.versions : [one.final!]).map(({leaves}) => ({one, text: textOf(leaves, one.mask)})),
    );
    const byText = groupBy(versions, ({text}) => text);
    const masks = new Set(wanted.map(({mask}) => mask));
    const used = new Set<Expected>();
    const wrong: WrongRecord[] = [];
    const unknown: RowEntry[] = [];
    for (const row of made) {
      const entry = {row, leaves: leaves(kind, row)}; // the classes of earlier records are known by now
      const fitting = Array.from(masks).flatMap(mask => byText.get(textOf(entry.leaves, mask)) ?? []);
      const free = fitting.find(({one}) => !used.has(one));
      const one = (free ?? fitting[0])?.one;
      if (one === undefined) {
        unknown.push(entry);
        continue;
      }
      used.add(one);
      classes.set(row, one.className);
      if (free === undefined) {
        wrong.push({kind, difference: 'duplicated', expected: one.versions.at(-1)!.row, found: row});
      }
    }
    const missing = wanted.filter(one => !used.has(one)).map(one => ({...one.versions.at(-1)!, one}));
    const pairs = pairByValues(unknown, missing);
    const paired = new Set<RowEntry>(pairs.flat());
    for (const [{row: found}, {one, row: expected}] of pairs) {
      classes.set(found, one.className);
      wrong.push({kind, difference: 'changed', expected, found});
    }
    for (const {row: found} of unknown.filter(entry => !paired.has(entry))) {
      wrong.push({kind, difference: 'duplicated', found});
    }
    for (const {row: expected} of hasFailed ? [] : missing.filter(entry => !paired.has(entry))) {
      wrong.push({kind, difference: 'lost', expected});
    }
    return wrong;
  }

  function compareExisting(
    kind: string,
    wanted: ReadonlyMap<number, Expected>,
    rows: ReadonlyMap<number, Row | undefined>,
    leavesIn: (row: Row) => Leaves,
  ): WrongRecord[] {
    return Array.from(new Set([...wanted.keys(), ...rows.keys()])).flatMap((id): WrongRecord[] => {
      const before = span.start.collections.get(kind).get(id);
      if (before === undefined) {
        return []; // the client seeded other records first
      }
      const {versions = [], mask = noPaths, final = {row: before, leaves: leavesIn(before)}} = wanted.get(id) ?? {};
      const isKept = wanted.get(id) === undefined || wanted.get(id)!.final !== undefined;
      const found = rows.has(id) ? rows.get(id) : before;
      const text = found && textOf(leavesIn(found), mask);
      const isLike = (entry: {readonly leaves: Leaves}) => textOf(entry.leaves, mask) === text;
      const isRight = found === undefined ? !isKept : (isKept && isLike(final)) || (hasFailed && versions.some(isLike));
      if (isRight) {
        return [];
      }
      const difference = found === undefined || isLike({leaves: leavesIn(before)}) ? 'lost' : 'changed';
      return [{kind, difference, ...(isKept && {expected: final.row}), ...(found && {found})}];
    });
  }

  /** Names the constituent to whom a record belongs. */
  function ownerOf({kind, expected, found}: WrongRecord): {readonly owner?: string} {
    const {parents = {}} = catalog.byName.get(kind)!;
    const [field] = Object.entries(parents as Record<string, string>).find(([, to]) => to === 'constituents') ?? [];
    const row = (found ?? expected) as unknown as Readonly<Record<string, unknown>>;
    const {collections}: Records = found ? span.end : reference.span.end;
    const owner = field && collections.get('constituents').get(Number(row[field]));
    const name = owner && nameOf(owner);
    return name ? {owner: name} : {};
  }
}

function nameOf(constituent: Row): string {
  const {
    first_name: first,
    last_name: last,
    org_name: organization,
  } = constituent as Row & Readonly<Record<string, unknown>>;
  return [first, last].filter(part => part).join(' ') || `${organization ?? ''}`;
}
