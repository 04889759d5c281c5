import type {Override} from '../../faults/rules/override.js';
import type {Fields} from '../../schema/fields.js';
import {groupBy} from '../../store/group-by.js';
import type {CallResult} from './compare-recording.js';
import type {ValueDifference} from './compare-values.js';
import {isIdName, shapeOf} from './privacy.js';

/**
 * Overrides that make the sandbox respond like the recording, for unknown results without personal differences. An
 * override applies to each response of an operation with its status, so all recorded ones must agree.
 */
export function overridesOf(results: readonly CallResult[]): Override[] {
  const comparable = results.filter(({result}) => result !== 'not comparable');
  const groups = groupBy(comparable, ({operation, status}) => `${operation} ${status}`);
  return Array.from(groups.values()).flatMap(group => overrideOf(group) ?? []);
}

function overrideOf(group: readonly CallResult[]): Override | undefined {
  const isWritable = group.every(({result, differences}) => result === 'unknown' && differences.every(isPatchable));
  const [{operation, status, number, differences}, ...others] = group as [CallResult, ...CallResult[]];
  const patch = isWritable ? patchOf(differences) : undefined;
  const isAgreed = others.every(other => JSON.stringify(patchOf(other.differences)) === JSON.stringify(patch));
  if (patch === undefined || !isAgreed) {
    return undefined;
  }
  const lines = differences.map(
    ({field, recorded, sandbox}) => `${field}: ${shapeOf(recorded)} in place of ${shapeOf(sandbox)}`,
  );
  const isBeyond = differences.some(({class: kind}) => kind === 'extra field' || kind === 'type');
  const reason = `compare, number ${number}: ${lines.join('; ')}`;
  return {operation, when: {status}, patch, ...(isBeyond && {beyond_schema: true}), reason};
}

const patched: ReadonlySet<string> = new Set(['missing field', 'extra field', 'null', 'type', 'value']);

/** Ids belong to the recorded account, and a merge patch can neither set null nor change list elements. */
const isPatchable = ({class: kind, isPersonal, path, recorded}: ValueDifference): boolean =>
  patched.has(kind) && !isPersonal && recorded !== null && path !== undefined && !isIdName(path.at(-1));

const patchOf = (differences: readonly ValueDifference[]): Fields =>
  differences.reduce((patch, {path = [], recorded}) => withValue(patch, path, recorded), {});

/** A value that the service does not have becomes null, which removes the field. */
function withValue(patch: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  const inner = patch[name] as Fields | undefined;
  return {...patch, [name]: rest.length === 0 ? (value ?? null) : withValue(inner ?? {}, rest, value)};
}
