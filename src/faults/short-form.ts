import {suggest} from '../schema/nearest.js';
import {count, type FaultKind} from './fault-kind.js';
import {standardKinds} from './fault-kinds.js';
import type {FaultRule, FaultSpec} from './rules/fault-rule.js';

/** The command line imports this file without loading schemas, so it cannot use `quote`. */
const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);

export class ShortFormError extends Error {
  override readonly name = 'ShortFormError';

  /** @param at the index of the wrong character in the whole rule, from 0 */
  constructor(
    readonly text: string,
    readonly at: number,
    readonly problem: string,
  ) {
    super(`${quoted(text)}, character ${at + 1}: ${problem}`);
  }

  /** The text with a marker below the wrong character. */
  get picture(): string {
    return `${this.text}\n${' '.repeat(this.at)}^ ${this.problem}`;
  }
}

/** Characters. */
const maxLength = 2000;

const occurrences = {'#': 'nth', '%': 'every', '*': 'times'} as const;

/** @param at the index of the wrong character in the parsed part */
type Fail = (at: number, problem: string) => never;

/**
 * Parses the short form of a rule, `operation[#nth|%every|*times]:kind[=arg][@when]`: `createGift#2:lost`,
 * `*%20:503=5`, `updateGift*3:delay=2s@after-commit`.
 * @throws ShortFormError that points at the wrong character
 */
export function readShortForm(text: string, kinds = standardKinds): FaultRule {
  const fail: Fail = (at, problem) => {
    throw new ShortFormError(text, at, problem);
  };
  if (text.length > maxLength) {
    throw new ShortFormError(`${text.slice(0, maxLength)}...`, maxLength, `is longer than ${maxLength} characters`);
  }
  const colon = text.indexOf(':');
  if (colon === -1) {
    fail(text.length, 'a colon and a fault are missing, such as :lost or :503');
  }
  const at = text.indexOf('@', Math.max(colon, text.lastIndexOf('}'))); // JSON may contain an email address
  const [start, end] = [colon + 1, at === -1 ? text.length : at];
  const target = readTarget(text.slice(0, colon), fail);
  const given = readFault(text.slice(start, end), kinds, (index, problem) => fail(start + index, problem));
  const fault = given as FaultSpec;
  const when = text.slice(end + 1);
  if (at === -1) {
    return {...target, fault};
  }
  return when === 'before' || when === 'after-commit'
    ? {...target, fault, when}
    : fail(end + 1, 'must be before or after-commit');
}

function readTarget(target: string, fail: Fail): Pick<FaultRule, 'operation' | 'nth' | 'every' | 'times'> {
  const [operation] = /^(?:\*|\w+)/.exec(target) ?? fail(0, 'an operation such as createGift is missing, or * for all');
  const mark = target[operation.length];
  if (mark === undefined) {
    return {operation};
  }
  if (!(mark in occurrences)) {
    fail(operation.length, `${quoted(mark)} cannot stand here: #nth, %every, *times or a colon can`);
  }
  const field = occurrences[mark as keyof typeof occurrences];
  const digits = target.slice(operation.length + 1);
  return /^(?:[1-9]\d{0,5}|1000000)$/.test(digits)
    ? {operation, [field]: Number(digits)}
    : fail(operation.length + 1, `${field} must be an integer from 1 to 1000000`);
}

function readFault(text: string, kinds: readonly FaultKind[], fail: Fail): object {
  const [name = '', argument] = text.split(/=(.*)/s);
  const behind = name.length + 1;
  if (/^\d{3}$/.test(name)) {
    const seconds = () => count(argument!) ?? fail(behind, 'Retry-After must be a number of seconds');
    return {status: Number(name), ...(argument !== undefined && {retry_after: seconds()})};
  }
  const named = kinds.filter(kind => kind.name !== 'status');
  const kind = named.find(kind => kind.name === name);
  if (kind === undefined) {
    const all = [...named.filter(kind => !kind.argument), ...named.filter(kind => kind.argument)];
    const names = all.map(kind => kind.name);
    const hint = suggest(name, names, `there are a status such as 503, ${names.join(', ')}`);
    return fail(0, `there is no fault ${quoted(name)}; ${hint}`);
  }
  if (kind.argument === undefined) {
    return argument === undefined ? {[name]: true} : fail(behind - 1, `${name} takes no argument`);
  }
  const {form, read} = kind.argument;
  return read(argument ?? '') ?? fail(Math.min(behind, text.length), `${name}= must be ${form}`);
}
