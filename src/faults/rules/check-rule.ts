import type {Issues} from '../../schema/issues.js';
import {isObject} from '../../schema/items.js';
import type {FaultKind} from '../fault-kind.js';
import type {FaultRule} from './rule-schema.js';

type Parsed = Partial<FaultRule>;

/**
 * Validates fields of a rule that depend on each other.
 * @param fault the original value
 */
export function checkRule(rule: Parsed, fault: unknown, issues: Issues, kinds: readonly FaultKind[]): void {
  checkOccurrences(rule, issues);
  checkKind(fault, issues, kinds);
  checkParts(fault, issues.at('fault'), kinds);
  checkFault(rule, issues, kinds);
}

function checkOccurrences({nth, after, times, every, probability, seed}: Parsed, issues: Issues): void {
  const said = [
    nth !== undefined && 'nth',
    (after ?? times) !== undefined && 'after and times',
    every !== undefined && 'every',
    probability !== undefined && 'probability',
  ].filter(name => name !== false);
  if (said.length > 1) {
    issues.refuse(said[1]!.split(' ')[0]!, `cannot stand beside ${said[0]}; give one of ${said.join(', ')}`);
  }
  if (seed !== undefined && probability === undefined) {
    issues.refuse('seed', 'is for probability, which is not given');
  }
}

/** Checks that there is exactly one kind. The kind's schema reports mistakes within it. */
function checkKind(given: unknown, issues: Issues, kinds: readonly FaultKind[]): void {
  const aliasesLast = [...kinds.filter(({alias}) => !alias), ...kinds.filter(({alias}) => alias)];
  const all = aliasesLast.map(({name}) => name);
  const names = isObject(given) ? Object.keys(given).filter(name => given[name] !== undefined) : [''];
  const found = all.filter(kind => names.includes(kind));
  if (found.length > 1) {
    issues.refuse('fault', `holds ${found.join(' and ')}; give one of them`);
  } else if (names.every(name => name === 'retry_after' || name === 'html')) {
    issues.refuse('fault', `must hold one of ${all.join(', ')}`);
  }
}

/** Checks fields that require or exclude a kind. */
function checkFault({fault = {}, when}: Parsed, issues: Issues, kinds: readonly FaultKind[]): void {
  const at = issues.at('fault');
  for (const name of ['retry_after', 'html'] as const) {
    if (name in fault && !('status' in fault)) {
      at.refuse(name, 'is for status, which is not given');
    }
  }
  const values = fault as Readonly<Record<string, unknown>>;
  for (const kind of kinds.filter(({name}) => values[name] !== undefined)) {
    const conflict = kind.conflict?.(fault);
    if (conflict !== undefined) {
      at.at(kind.name).refuse(conflict.field, conflict.problem);
    }
    if (when !== undefined && kind.hasOwnTime) {
      issues.refuse('when', 'must be left out with dribble and stale_read, which answer what the service answers');
    }
    if (when === 'before' && kind.alias?.when === 'after-commit') {
      issues.refuse('when', 'must be after-commit or left out with lost; reset is the same before');
    }
  }
}

/** Checks that a value has exactly one of several alternative parts. */
function checkParts(fault: unknown, issues: Issues, kinds: readonly FaultKind[]): void {
  for (const {name: kind, alternatives: parts} of kinds) {
    const value = parts && isObject(fault) ? fault[kind] : undefined;
    const given = isObject(value) ? Object.keys(value) : [''];
    if (parts && (given.length === 0 || given.filter(name => parts.includes(name)).length > 1)) {
      issues.refuse(kind, `must hold one of ${parts.join(', ')}`);
    }
  }
}
