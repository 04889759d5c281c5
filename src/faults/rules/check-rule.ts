import type {Issues} from '../../schema/issues.js';
import {isObject} from '../../schema/items.js';
import {faultKinds} from './fault.js';
import type {FaultRule} from './rule-schema.js';

type Parsed = Partial<FaultRule>;

/**
 * What goes with what in a rule whose fields are right by themselves.
 * @param fault as it was written
 */
export function checkRule(rule: Parsed, fault: unknown, issues: Issues): void {
  checkOccurrences(rule, issues);
  checkKind(fault, issues);
  checkParts(fault, issues.at('fault'));
  checkFault(rule, issues);
}

/** Of the ways to say which requests are meant, one can be used. */
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

/** Of the kinds of fault there is one. @param given as it was written: what is wrong inside is told by itself */
function checkKind(given: unknown, issues: Issues): void {
  const names = isObject(given) ? Object.keys(given) : [''];
  const kinds = allKinds.filter(kind => names.includes(kind));
  if (kinds.length > 1) {
    issues.refuse('fault', `holds ${kinds.join(' and ')}; give one of them`);
  } else if (names.every(name => name === 'retry_after' || name === 'html')) {
    issues.refuse('fault', `must hold one of ${allKinds.join(', ')}`);
  }
}

const allKinds: readonly string[] = [...faultKinds, 'lost'];

/** What belongs to a kind, and what does not go with it. */
function checkFault({fault = {}, when}: Parsed, issues: Issues): void {
  const at = issues.at('fault');
  for (const name of ['retry_after', 'html'] as const) {
    if (name in fault && !('status' in fault)) {
      at.refuse(name, 'is for status, which is not given');
    }
  }
  checkOrder(at.at('delay'), 'uniform', fault.delay?.uniform, ['min', 'max']);
  checkOrder(at.at('delay'), 'lognormal', fault.delay?.lognormal, ['median', 'p99']);
  if (when !== undefined && (fault.dribble ?? fault.stale_read) !== undefined) {
    issues.refuse('when', 'must be left out with dribble and stale_read, which answer what the service answers');
  }
  if (when === 'before' && fault.lost) {
    issues.refuse('when', 'must be after-commit or left out with lost; reset is the same before');
  }
}

/** Kinds of which one part is given, and no other. */
const alternatives: Readonly<Record<string, readonly string[]>> = {
  truncate: ['bytes', 'fraction'],
  delay: ['fixed', 'uniform', 'lognormal'],
  stale_read: ['requests', 'seconds'],
};

/** @param fault as it was written: what is unknown in it is told by itself */
function checkParts(fault: unknown, issues: Issues): void {
  for (const [kind, parts] of Object.entries(alternatives)) {
    const value = isObject(fault) ? fault[kind] : undefined;
    const given = isObject(value) ? Object.keys(value) : [''];
    if (given.length === 0 || given.filter(name => parts.includes(name)).length > 1) {
      issues.refuse(kind, `must hold one of ${parts.join(', ')}`);
    }
  }
}

function checkOrder(issues: Issues, field: string, value: object | undefined, names: readonly [string, string]): void {
  const [least, most] = names.map(name => (value as Record<string, number> | undefined)?.[name]);
  if (least !== undefined && most !== undefined && least > most) {
    issues.refuse(field, `${names[0]} must be ${names[1]} or less, got ${least} and ${most}`);
  }
}
