import type {FaultRule} from '../rules/rule-schema.js';
import {quoted, ShortFormError} from './error.js';
import {readKind} from './kinds.js';

/** Nobody writes a longer one. */
const longest = 200;

const occurrences = {'#': 'nth', '%': 'every', '*': 'times'} as const;

type Mark = keyof typeof occurrences;

/**
 * Reads a rule as it is written in one word, `operation[#nth|%every|*times]:kind[=arg][@when]`:
 * `createGift#2:lost`, `*%20:503=5`, `updateGift*3:delay=2s@after-commit`.
 * @throws ShortFormError that points at the character
 */
export function readShortForm(text: string): FaultRule {
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
    ...readKind(text, colon + 1, kindEnd),
    ...(at !== -1 && {when: readWhen(text, at + 1)}),
  };
}

/** What stands before the colon. */
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
