import {nearest} from '../../schema/nearest.js';
import type {FaultKind} from '../fault-kind.js';
import {standardKinds} from '../fault-kinds.js';
import type {FaultRule} from '../rules/rule-schema.js';
import {count} from './arguments.js';

/** The command line imports this file without loading schemas, so it cannot use `quote`. */
const quoted = (text: string): string => JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}...` : text);

export class ShortFormError extends Error {
  override readonly name = 'ShortFormError';

  /**
   * @param text the whole rule
   * @param at the index of the wrong character, from 0
   * @param problem the mistake at that index
   */
  constructor(
    readonly text: string,
    readonly at: number,
    readonly problem: string,
  ) {
    super(`${quoted(text)}, character ${at + 1}: ${problem}`);
  }

  /** The text, with a marker below the wrong character. */
  get picture(): string {
    return `${this.text}\n${' '.repeat(this.at)}^ ${this.problem}`;
  }
}

/** Characters. */
const longest = 200;

const occurrences = {'#': 'nth', '%': 'every', '*': 'times'} as const;

type Mark = keyof typeof occurrences;

/**
 * Parses the short form of a rule, `operation[#nth|%every|*times]:kind[=arg][@when]`: `createGift#2:lost`,
 * `*%20:503=5`, `updateGift*3:delay=2s@after-commit`.
 * @throws ShortFormError that points at the wrong character
 */
export function readShortForm(text: string, kinds = standardKinds): FaultRule {
  if (text.length > longest) {
    throw new ShortFormError(`${text.slice(0, longest)}...`, longest, `is longer than ${longest} characters`);
  }
  const colon = text.indexOf(':');
  if (colon === -1) {
    throw new ShortFormError(text, text.length, 'a colon and a fault are missing, such as :lost or :503');
  }
  const at = text.indexOf('@', colon);
  const kindEnd = at === -1 ? text.length : at;
  return {
    ...readTarget(text, colon),
    fault: readFault(text, colon + 1, kindEnd, kinds),
    ...(at !== -1 && {when: readWhen(text, at + 1)}),
  };
}

function readTarget(text: string, end: number): Pick<FaultRule, 'operation' | 'nth' | 'every' | 'times'> {
  const target = text.slice(0, end);
  const name = target.startsWith('*') ? '*' : (/^\w+/.exec(target)?.[0] ?? '');
  if (name === '') {
    throw new ShortFormError(text, 0, 'an operation such as createGift is missing, or * for all');
  }
  if (name.length === end) {
    return {operation: name};
  }
  const mark = target[name.length]!;
  if (!(mark in occurrences)) {
    throw new ShortFormError(
      text,
      name.length,
      `${quoted(mark)} cannot stand here: #nth, %every, *times or a colon can`,
    );
  }
  const field = occurrences[mark as Mark];
  const digits = target.slice(name.length + 1);
  if (!/^[1-9]\d{0,6}$/.test(digits) || Number(digits) > 1_000_000) {
    throw new ShortFormError(text, name.length + 1, `${field} must be an integer from 1 to 1000000`);
  }
  return {operation: name, [field]: Number(digits)};
}

function readWhen(text: string, start: number): 'before' | 'after-commit' {
  const when = text.slice(start);
  if (when !== 'before' && when !== 'after-commit') {
    throw new ShortFormError(text, start, 'must be before or after-commit');
  }
  return when;
}

/** Parses the `kind[=arg]` part of the text. @throws ShortFormError */
function readFault(text: string, start: number, end: number, kinds: readonly FaultKind[]): FaultRule['fault'] {
  const [name = '', argument] = text.slice(start, end).split(/=(.*)/s);
  const behind = start + name.length + 1;
  if (/^\d{3}$/.test(name)) {
    return {status: Number(name), ...(argument !== undefined && {retry_after: seconds(text, behind, argument)})};
  }
  const kind = kinds.find(kind => kind.name === name && kind.name !== 'status');
  if (kind === undefined) {
    throw new ShortFormError(text, start, unknown(name, kinds));
  }
  if (kind.argument === undefined) {
    if (argument !== undefined) {
      throw new ShortFormError(text, behind - 1, `${name} takes no argument`);
    }
    return {[name]: true};
  }
  const fault = kind.argument.read(argument ?? '');
  if (fault === undefined) {
    throw new ShortFormError(text, Math.min(behind, end), `${name}= must be ${kind.argument.form}`);
  }
  return fault;
}

function seconds(text: string, at: number, argument: string): number {
  const read = count(argument);
  if (read === undefined) {
    throw new ShortFormError(text, at, 'Retry-After must be a number of seconds');
  }
  return read;
}

function unknown(name: string, kinds: readonly FaultKind[]): string {
  const own = kinds.filter(kind => kind.name !== 'status');
  const names = [...own.filter(({argument}) => !argument), ...own.filter(({argument}) => argument)].map(
    kind => kind.name,
  );
  const near = nearest(name, names);
  const hint = near === undefined ? `there are a status such as 503, ${names.join(', ')}` : `did you mean ${near}?`;
  return `there is no fault ${quoted(name)}; ${hint}`;
}
