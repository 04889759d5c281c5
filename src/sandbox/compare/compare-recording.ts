import {type RecordedExchange, RecordingError} from '../../exchanges/recording/recorded-exchange.js';
import {limits} from '../../limits.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Operation} from '../../operations/operation.js';
import {type Assumptions, assumptionsOf, type SwitchEntry, switches} from '../../settings.js';
import {nextTurn} from '../../store/chunked.js';
import {groupBy} from '../../store/group-by.js';
import {type Call, callOf, isExecutable} from './call.js';
import {type CallComparison, compareCall} from './compare-call.js';
import type {UndeterminedPart, ValueDifference} from './compare-values.js';
import {ComparisonRun} from './comparison-run.js';
import {type LoadedState, startingState} from './starting-state.js';

/** A difference, and the setting that would remove it, if any: `keyword_delete=permanent`. */
export type AttributedDifference = ValueDifference & {readonly assume?: string | undefined};

export interface CallResult {
  /** The number of the request in the recording. */
  readonly number: number;
  readonly operation: Operation['id'];
  readonly status: number;
  readonly result: 'same' | 'known' | 'unknown' | 'not comparable';
  readonly differences: readonly AttributedDifference[];
  readonly undetermined: readonly UndeterminedPart[];
  /** The setting that makes the responses equal: `keyword_delete=permanent`. */
  readonly assume?: string | undefined;
  /** The reason why nothing was compared. */
  readonly obstacle?: string | undefined;
}

export interface RecordingComparison extends Pick<LoadedState, 'loaded' | 'stubs' | 'refused'> {
  /** The number of requests in the recording. */
  readonly requests: number;
  /** In the order of the recording, only for requests to the API. */
  readonly results: readonly CallResult[];
}

/** A non-default value of an assumption: `keyword_delete=permanent`. */
const alternatives: ReadonlyArray<readonly [name: string, assume: Assumptions]> = Object.entries<SwitchEntry>(
  switches,
).flatMap(([name, {values}]) =>
  values.slice(1).map(value => [`${name}=${value}`, assumptionsOf(`${name}=${value}`)] as const),
);

/**
 * Executes a recording on separate accounts, without a listener or a file, and compares the responses. Each assumption
 * is tried on the whole recording, because a write may show its effect later.
 * @throws RecordingError if no request is to the API, or the comparison takes too long
 */
export async function compareRecording(
  exchanges: readonly RecordedExchange[],
  catalog: Catalog,
  onProgress: (done: number, total: number) => void = () => undefined,
): Promise<RecordingComparison> {
  const calls = exchanges.flatMap(exchange => callOf(exchange, catalog) ?? []);
  if (calls.length === 0) {
    const found =
      exchanges.length === 0 ? 'The recording is empty' : `None of its ${exchanges.length} requests is one to the API`;
    throw new RecordingError(`${found}; record requests to paths that begin with /api/v1`);
  }
  const total = calls.length * (1 + alternatives.length);
  const deadline = performance.now() + limits.comparison;
  let done = 0;
  const onCall = async () => {
    onProgress(++done, total);
    await nextTurn();
    if (performance.now() > deadline) {
      throw new RecordingError(`The comparison took longer than ${limits.comparison / 60_000} minutes; record less`);
    }
  };
  const parts: RecordingComparison[] = [];
  for (const group of groupBy(calls, ({exchange}) => exchange.group).values()) {
    parts.push(await compareGroup(group, catalog, onCall));
  }
  const loaded = new Map<string, number>();
  for (const [kind, count] of parts.flatMap(part => [...part.loaded])) {
    loaded.set(kind, (loaded.get(kind) ?? 0) + count);
  }
  const sum = (count: (part: RecordingComparison) => number) => parts.reduce((all, part) => all + count(part), 0);
  return {
    requests: exchanges.length,
    results: parts.flatMap(({results}) => results).sort((one, other) => one.number - other.number),
    loaded,
    stubs: sum(({stubs}) => stubs),
    refused: sum(({refused}) => refused),
  };
}

async function compareGroup(
  calls: readonly Call[],
  catalog: Catalog,
  onCall: () => Promise<void>,
): Promise<RecordingComparison> {
  const start = await startingState(calls, catalog);
  const compareAll = async (assume = assumptionsOf()) => {
    const run = new ComparisonRun(start, catalog, assume);
    const comparisons: Comparison[] = [];
    for (const call of calls) {
      comparisons.push(await compareOne(call, run, start, catalog));
      await onCall();
    }
    return comparisons;
  };
  const usual = await compareAll();
  const trials: Array<readonly [assume: string, comparisons: readonly Comparison[]]> = [];
  if (!usual.every(isSame)) {
    for (const [name, assume] of alternatives) {
      trials.push([name, await compareAll(assume)]);
    }
  }
  const results = calls.map((call, index) => {
    const ofCall = trials.map(([name, comparisons]) => [name, comparisons[index]] as const);
    return resultOf(call, usual[index], ofCall);
  });
  return {requests: calls.length, results, ...start};
}

/** Undefined if there was nothing to compare. */
type Comparison = CallComparison | undefined;

async function compareOne(call: Call, run: ComparisonRun, {shown}: LoadedState, catalog: Catalog) {
  // The message of an internal error may contain values.
  const executed = isExecutable(call) ? await run.execute(call).catch(() => undefined) : undefined;
  return executed === undefined || call.obstacle !== undefined
    ? undefined
    : compareCall(call, executed, shown, catalog);
}

/** True if no compared value differs. */
const isSame = (comparison: Comparison): boolean =>
  comparison === undefined ||
  (comparison.differences.length === 0 && comparison.undetermined.every(({differs}) => !differs));

function resultOf(
  {exchange: {number, status}, operation: {id: operation}, obstacle}: Call,
  comparison: Comparison,
  trials: ReadonlyArray<readonly [assume: string, comparison: Comparison]>,
): CallResult {
  const {differences = [], undetermined = []} = comparison ?? {};
  const facts = {number, operation, status, differences, undetermined};
  if (comparison === undefined) {
    return {...facts, result: 'not comparable', obstacle: obstacle ?? 'internal error of the sandbox'};
  }
  if (isSame(comparison)) {
    return {...facts, result: 'same'};
  }
  if (differences.length === 0) {
    return {
      ...facts,
      result: 'not comparable',
      obstacle: 'it differs in parts that the recorded data do not determine',
    };
  }
  const whole =
    trials.find(([, trial]) => isSame(trial)) ?? trials.find(([, trial]) => trial?.differences.length === 0);
  if (whole !== undefined) {
    return {...facts, result: 'known', assume: whole[0]};
  }
  const closer = trials.filter(([, trial]) => (trial?.differences.length ?? differences.length) < differences.length);
  const without = (one: ValueDifference) =>
    closer.find(([, trial]) =>
      trial!.differences.every(({field, class: kind}) => field !== one.field || kind !== one.class),
    );
  const attributed = differences.map(one => ({...one, assume: without(one)?.[0]}));
  return {...facts, differences: attributed, result: attributed.every(one => one.assume) ? 'known' : 'unknown'};
}
