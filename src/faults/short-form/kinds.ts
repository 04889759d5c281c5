import {nearest} from '../../schema/nearest.js';
import type {FaultRule} from '../rules/rule-schema.js';
import {quoted, ShortFormError} from './error.js';

type Parts = Pick<FaultRule, 'fault'>;

/** Reads what stands behind `=`; undefined where it cannot be read. */
type ReadArgument = (argument: string) => FaultRule['fault'] | undefined;

const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000};

/** `500`, `500ms`, `2s`, `1m`: milliseconds. */
function time(text: string): number | undefined {
  const [, digits, unit = 'ms'] = /^(\d{1,8}(?:\.\d{1,3})?)(ms|s|m)?$/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * units[unit]!;
}

const count = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

/** Both sides of a mark. */
function pair<A, B>(
  text: string,
  mark: string,
  first: (text: string) => A | undefined,
  second: (text: string) => B | undefined,
): readonly [A, B] | undefined {
  const [left = '', right = '', ...more] = text.split(mark);
  const [one, other] = [first(left), second(right)];
  return one === undefined || other === undefined || more.length > 0 ? undefined : [one, other];
}

function truncate(argument: string): FaultRule['fault'] | undefined {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(argument) ?? [];
  const bytes = count(argument);
  if (percent !== undefined) {
    return {truncate: {fraction: Number(percent) / 100}};
  }
  return bytes === undefined ? undefined : {truncate: {bytes}};
}

function delay(argument: string): FaultRule['fault'] | undefined {
  const fixed = time(argument);
  const uniform = pair(argument, '-', time, time);
  const lognormal = pair(argument, '~', time, time);
  if (fixed !== undefined) {
    return {delay: {fixed}};
  }
  if (uniform !== undefined) {
    return {delay: {uniform: {min: uniform[0], max: uniform[1]}}};
  }
  return lognormal && {delay: {lognormal: {median: lognormal[0], p99: lognormal[1]}}};
}

function dribble(argument: string): FaultRule['fault'] | undefined {
  const parts = pair(argument, '/', count, time);
  return parts && {dribble: {chunk: parts[0], pause: parts[1]}};
}

function staleRead(argument: string): FaultRule['fault'] | undefined {
  const [, seconds] = /^(\d{1,6})s$/.exec(argument) ?? [];
  const requests = count(argument);
  if (seconds !== undefined) {
    return {stale_read: {seconds: Number(seconds)}};
  }
  return requests === undefined ? undefined : {stale_read: {requests}};
}

function rateLimited(argument: string): FaultRule['fault'] | undefined {
  const parts = pair(argument, '/', count, time);
  return parts && {rate_limited: {n: parts[0], window: parts[1]}};
}

/** Kinds without an argument. */
const plain = ['lost', 'reset', 'empty', 'hold', 'malformed', 'wrong_type'] as const;

/** The others, each with what its argument looks like. */
const withArgument: Readonly<Record<string, {readonly form: string; readonly read: ReadArgument}>> = {
  truncate: {form: 'a number of bytes, or a part such as 50%', read: truncate},
  delay: {form: 'a time such as 500ms or 2s, from-to such as 1s-3s, or median~p99 such as 50ms~2s', read: delay},
  dribble: {form: 'bytes/pause, such as 64/100ms', read: dribble},
  stale_read: {form: 'a number of requests, or of seconds such as 5s', read: staleRead},
  rate_limited: {form: 'requests/window, such as 10/60s', read: rateLimited},
};

const names = [...plain, ...Object.keys(withArgument)];

/** Reads `kind[=arg]`, which is a part of the text. @throws ShortFormError */
export function readKind(text: string, start: number, end: number): Parts {
  const [kind = '', argument] = text.slice(start, end).split(/=(.*)/s);
  const behind = start + kind.length + 1;
  if (/^\d{3}$/.test(kind)) {
    return {
      fault: {status: Number(kind), ...(argument !== undefined && {retry_after: seconds(text, behind, argument)})},
    };
  }
  const taking = Object.hasOwn(withArgument, kind) ? withArgument[kind] : undefined;
  if (taking !== undefined) {
    const fault = taking.read(argument ?? '');
    if (fault === undefined) {
      throw new ShortFormError(text, Math.min(behind, end), `${kind}= must be ${taking.form}`);
    }
    return {fault};
  }
  if (!(plain as readonly string[]).includes(kind)) {
    throw new ShortFormError(text, start, unknown(kind));
  }
  if (argument !== undefined) {
    throw new ShortFormError(text, behind - 1, `${kind} takes no argument`);
  }
  return {fault: {[kind]: true}};
}

function seconds(text: string, at: number, argument: string): number {
  const read = count(argument);
  if (read === undefined) {
    throw new ShortFormError(text, at, 'Retry-After must be a number of seconds');
  }
  return read;
}

function unknown(kind: string): string {
  const near = nearest(kind, names);
  const hint = near === undefined ? `there are a status such as 503, ${names.join(', ')}` : `did you mean ${near}?`;
  return `there is no fault ${quoted(kind)}; ${hint}`;
}
