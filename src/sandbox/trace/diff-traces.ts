import type {TracedFinding} from '../../exchanges/trace/format.js';
import {groupBy} from '../../store/group-by.js';
import {digestOf, type ItemPair, pairUp, type Recognizable} from './pair-up.js';
import type {TracedItem, TracedRun, TracedValue} from './read-run.js';

/** A fact about both traces; null for a trace without it. */
export type SidePair<T> = readonly [main: T, branch: T];

export type TraceDifference = ReturnType<typeof differencesIn>[number];

export type TraceDiff = ReturnType<typeof diffRuns>;

type Runs = SidePair<TracedRun>;

/** Compares the requests, results and mistakes of two runs. The order of requests does not count. */
export function diffRuns(runs: Runs) {
  const accounts = accountsOf(runs);
  const calls = diffCalls(runs, accounts);
  const [main, branch] = both(runs, ({records}) => records.map(record => itemOf(record, accounts)));
  const records = differencesIn(pairUp(main, branch)); // created records have labels by now
  const findings = diffFindings(runs);
  return {
    /** Differences between the beginnings of the runs. */
    beginning: diffBeginnings(runs),
    requests: both(runs, ({calls}) => calls.length),
    constituents: both(runs, ({constituents}) => constituents),
    /** Only numbers that differ, by their subject: `writes gifts`, `makes searchGifts requests`. */
    counts: diffCounts(runs),
    ...{calls, records, findings},
    differs: [calls, records, findings?.removed ?? [], findings?.added ?? []].some(({length}) => length > 0),
  };
}

const both = <T, R>([main, branch]: SidePair<T>, of: (side: T) => R): SidePair<R> => [of(main), of(branch)];

/** The accounts of both traces. Others are merged, because their names may differ between runs. */
function accountsOf(runs: Runs): ReadonlySet<string> {
  const [main, branch] = both(runs, ({calls}) => new Set(calls.map(({account}) => account)));
  return new Set([...main].filter(account => branch.has(account)));
}

function diffBeginnings(runs: Runs) {
  const facts = both(runs, ({head: {sandbox, seed, options, clock, missing}, end: {full}}) => {
    const known = {version: sandbox, seed, ...options, clock: `${clock.mode} at ${clock.now}`, missing, full};
    const given = Object.entries(known).filter(([, value]) => value !== undefined);
    return new Map(given.map(([name, value]) => [name, JSON.stringify(value)]));
  });
  return changedValues(facts, facts);
}

function diffCounts(runs: Runs): Record<string, SidePair<number>> {
  const namesOf = ({created, of}: TracedItem) =>
    created.length > 0 ? created.map(({kind}) => `writes ${kind}`) : [`makes ${of} requests`];
  const sides = both(runs, ({calls}) => groupBy(calls.flatMap(namesOf), name => name));
  const names = [...new Set(sides.flatMap(side => [...side.keys()]))].sort().reverse(); // writes come first
  const pairs = names.map(name => [name, both(sides, side => side.get(name)?.length ?? 0)] as const);
  return Object.fromEntries(pairs.filter(([, [main, branch]]) => main !== branch));
}

/** Compares findings by rule, operation and cause, because line numbers may have changed. Null if a trace has none. */
function diffFindings(runs: Runs) {
  const [main, branch] = both(runs, ({end}) => end.findings);
  const without = (some: readonly TracedFinding[], others: readonly TracedFinding[]) => {
    const known = new Set(others.map(({fingerprint}) => fingerprint));
    return some.filter(({fingerprint}) => !known.has(fingerprint));
  };
  return main && branch ? {removed: without(main, branch), added: without(branch, main)} : null;
}

/** A request or a record, with labels instead of created records. */
interface Item extends Recognizable {
  readonly source: TracedItem;
  /** The original values from the trace. */
  readonly shown: ReadonlyMap<string, string>;
}

function itemOf(source: TracedItem, accounts: ReadonlySet<string>): Item {
  const {account, text, of, keys, values, caller} = source;
  const textsOf = (textOf: (record: Exclude<TracedValue, string>) => string) =>
    new Map(Array.from(values, ([path, value]) => [path, typeof value === 'string' ? value : textOf(value)]));
  const [method] = text.split(' ', 1);
  const path = keys.map(key => (typeof key === 'string' ? key : key.label));
  const identity = JSON.stringify([accounts.has(account) ? account : '', method, of, ...path]);
  const labels = textsOf(({label}) => label);
  const shown = textsOf(({kind, id}) => `${kind} ${id}`);
  return {source, identity, values: labels, shown, caller, digest: digestOf(identity, labels)};
}

/** Pairs requests after those that created the records they refer to, so that different ids do not count. */
function diffCalls(runs: Runs, accounts: ReadonlySet<string>) {
  const levels = both(runs, ({calls}) => groupBy(calls, ({depth}) => depth));
  const all: Array<ItemPair<Item>> = [];
  for (let depth = 0; levels.some(level => level.has(depth)); depth++) {
    const [main, branch] = both(levels, level => (level.get(depth) ?? []).map(call => itemOf(call, accounts)));
    for (const pair of pairUp(main, branch)) {
      const {digest} = (pair[0] ?? pair[1])!;
      for (const record of pair.flatMap(item => item?.source.created ?? [])) {
        record.label = `${record.kind} ${record.place} of ${digest}`;
      }
      all.push(pair);
    }
  }
  return differencesIn(all);
}

function differencesIn(pairs: ReadonlyArray<ItemPair<Item>>) {
  const equal = [0, 1].map(side =>
    groupBy(
      pairs.flatMap(pair => pair[side] ?? []),
      ({digest}) => digest,
    ),
  );
  const differing = pairs.filter(([main, branch]) => main?.digest !== branch?.digest);
  const groups = groupBy(differing, pair => JSON.stringify(pair.map(item => [item?.digest, item?.caller])));
  return Array.from(groups.values(), group => {
    const pair = group[0]!;
    const [main, branch] = pair;
    const {source, digest} = (main ?? branch)!;
    const change = main === undefined ? 'added' : branch === undefined ? 'removed' : 'changed';
    const timesOf = (side: 0 | 1) => (change === 'changed' ? group.length : (equal[side]!.get(digest)?.length ?? 0));
    return {
      change: change as 'added' | 'removed' | 'changed',
      /** `createGroup`, or the kind of the record. */
      of: source.of,
      /** `POST /api/v1/groups`, or `groups 3271`. */
      texts: both(pair, item => item?.source.text ?? null),
      callers: both(pair, item => item?.caller ?? null),
      /** The number of equal items in each trace; for changed items, the number with the same change. */
      times: [timesOf(0), timesOf(1)] as SidePair<number>,
      values: changedValues(
        both(pair, item => item?.values ?? noTexts),
        both(pair, item => item?.shown ?? noTexts),
      ),
    };
  });
}

type Texts = ReadonlyMap<string, string>;

const noTexts: Texts = new Map();

const changedValues = ([main, branch]: SidePair<Texts>, shown: SidePair<Texts>) =>
  [...new Set([...main.keys(), ...branch.keys()])]
    .filter(field => main.get(field) !== branch.get(field))
    .map(field => ({field, values: both(shown, texts => texts.get(field) ?? null)}));
