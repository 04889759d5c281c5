import * as z from 'zod';
import {
  CountExpectation,
  type Expectation,
  SequenceExpectation,
  StrictSequenceExpectation,
  type Times,
  UnorderedExpectation,
} from '../../exchanges/expectations.js';
import {Matcher} from '../../exchanges/matcher/matcher.js';
import {leavesOf, type Pattern, patternFields, patternOf, readPattern} from '../../exchanges/matcher/pattern.js';
import {limits} from '../../limits.js';
import type {Operation} from '../../operations/operation.js';
import {body, flag, oneOf, quote, text} from '../../schema/fields.js';
import {Issues} from '../../schema/issues.js';
import type {BodyOf} from '../admin-operation.js';
import {move} from '../clock.js';

const count = z.int().min(0).max(limits.verifyTimes);
const range = z.strictObject({min: count.optional(), max: count.optional()});

const isTimes = (value: unknown): boolean => {
  if (count.safeParse(value).success) {
    return true;
  }
  const {data} = range.safeParse(value);
  return data !== undefined && (data.min ?? 0) <= (data.max ?? limits.verifyTimes);
};

/** 3 means exactly three times, 0 never. */
const timesForm = z.custom<number | {readonly min?: number; readonly max?: number}>(isTimes, {
  error: ({input}) =>
    `must be an integer from 0 to ${limits.verifyTimes}, or {"min", "max"} of such, got ${quote(input)}`,
});

/** Defaults to at least once. */
function timesOf(sent: z.infer<typeof timesForm> | undefined): Times {
  if (typeof sent === 'number') {
    return {min: sent, max: sent};
  }
  return {min: sent === undefined ? 1 : (sent.min ?? 0), max: sent?.max ?? Number.POSITIVE_INFINITY};
}

/** `never`, `once`, `3 times`, `at least once`, `2 to 4 times`, `at most 4 times` */
function describeTimes({min, max}: Times): string {
  const times = (count: number) => (count === 1 ? 'once' : `${count} times`);
  if (max === 0) {
    return 'never';
  }
  if (min === max) {
    return `exactly ${times(min)}`;
  }
  if (max === Number.POSITIVE_INFINITY) {
    return `at least ${times(min)}`;
  }
  return min === 0 ? `at most ${times(max)}` : `${min} to ${max} times`;
}

const minute = 60_000;

const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: minute};

/** Parses `500ms`, `5s`, `2m`, or ISO 8601 such as `PT5S`. @returns milliseconds; undefined if the text is invalid */
function milliseconds(span: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(span) ?? [];
  return number === undefined ? move(0, span) : Number(number) * units[unit]!;
}

const isSpan = (span: string): boolean => {
  const time = milliseconds(span);
  return time !== undefined && time >= 0 && time <= limits.verifyWait;
};

const withinForm = text.refine(isSpan, {
  error: ({input}) => `must be a time such as "5s", "500ms" or "PT5S", at most 5 minutes, got ${quote(input)}`,
});

const must = (what: string) => ({error: (issue: {input?: unknown}) => `must be ${what}, got ${quote(issue.input)}`});
const wordingOfSteps = must(`an array of 1 to ${limits.verifySteps} requests`);
const steps = z.array(z.unknown(), wordingOfSteps).min(1, wordingOfSteps).max(limits.verifySteps, wordingOfSteps);
const wordingOfSince = must('the number of an exchange, or 0');

export const verifyForm = body({
  ...patternFields,
  times: timesForm.optional(),
  sequence: steps.optional(),
  strict: flag.optional(),
  unordered: steps.optional(),
  since: z.int(wordingOfSince).min(0, wordingOfSince).optional(),
  within: withinForm.optional(),
  phase: oneOf(['received', 'answered']).optional(),
});

type Sent = BodyOf<typeof verifyForm>;

export interface Asked {
  /** Creates a new expectation, because an expectation keeps state. */
  expectation(): Expectation;
  /** The requests to examine: those that a sequence's outer fields match; otherwise all. */
  readonly scope: Matcher;
  readonly since: number;
  /** Milliseconds. 0 does not wait. */
  readonly within: number;
  readonly isReceived: boolean;
  /** `exactly once: createGift, body {"received_amount":50}, within 5s` */
  readonly text: string;
}

/**
 * Parses and validates a verify request.
 * @throws ApiError that lists every invalid field, or names an unknown operation
 */
export function readAsked(sent: Sent, operations: readonly Operation[]): Asked {
  const issues = Issues.none();
  const {times, sequence, strict = false, unordered, since = 0, within, phase = 'answered', ...fields} = sent;
  refuseTogether(sent, issues);
  const pattern = patternOf(fields, operations, issues);
  const list = (name: 'sequence' | 'unordered', sent: readonly unknown[]) =>
    sent.map((step, index) => {
      const read = readPattern(step, operations, issues.at(name).at(index), `${name}[${index}].`);
      return new Matcher(read);
    });
  const inOrder = sequence && list('sequence', sequence);
  const inAny = unordered && list('unordered', unordered);
  const bodies = [pattern, ...[...(inOrder ?? []), ...(inAny ?? [])].map(step => step.pattern)];
  if (bodies.reduce((sum, {body}) => sum + (body === undefined ? 0 : leavesOf(body)), 0) > limits.expectedValues) {
    issues.refuse('body', `must have ${limits.expectedValues} values at most, in all requests together`);
  }
  issues.throwIfRefused();
  const matcher = new Matcher(pattern);
  const Sequence = strict ? StrictSequenceExpectation : SequenceExpectation;
  return {
    expectation: () => {
      if (inOrder !== undefined) {
        return new Sequence(inOrder);
      }
      return inAny === undefined ? new CountExpectation(matcher, timesOf(times)) : new UnorderedExpectation(inAny);
    },
    scope: inOrder === undefined && inAny === undefined ? new Matcher({}) : matcher,
    since,
    within: within === undefined ? 0 : milliseconds(within)!,
    isReceived: phase === 'received',
    text: describeAsked(sent, pattern, inOrder ?? inAny),
  };
}

function refuseTogether({times, sequence, strict, unordered, status, phase}: Sent, issues: Issues): void {
  if (sequence !== undefined && unordered !== undefined) {
    issues.refuse('unordered', 'cannot be used with sequence');
  }
  if (times !== undefined && (sequence !== undefined || unordered !== undefined)) {
    issues.refuse('times', 'is for one kind of request: in a sequence, name it as often as it is expected');
  }
  if (strict && sequence === undefined) {
    issues.refuse('strict', 'is for a sequence');
  }
  const hasStatus = (step: unknown) => typeof step === 'object' && step !== null && 'status' in step;
  if (phase === 'received' && (status !== undefined || [...(sequence ?? []), ...(unordered ?? [])].some(hasStatus))) {
    issues.refuse('status', 'cannot be used with phase "received": what is not answered yet has none');
  }
}

function describeAsked(sent: Sent, pattern: Pattern, steps: readonly Matcher[] | undefined): string {
  const about = describePattern(pattern);
  const parts =
    steps === undefined
      ? [`${describeTimes(timesOf(sent.times))}: ${about}`]
      : [
          `${describeOrder(sent)}: ${steps.map(step => describePattern(step.pattern)).join('; ')}`,
          ...(about === anything ? [] : [`of ${about}`]),
        ];
  return [
    ...parts,
    ...(sent.since === undefined ? [] : [`after exchange ${sent.since}`]),
    ...(sent.within === undefined ? [] : [`within ${sent.within}`]),
  ].join(', ');
}

function describeOrder({sequence, strict}: Sent): string {
  if (sequence === undefined) {
    return 'in any order';
  }
  return strict ? 'in order, nothing between' : 'in order';
}

const anything = 'any request';

/** Characters. */
const longestPattern = 300;

/** `createGift, body {"received_amount":50}` */
function describePattern({operation, ...fields}: Pattern): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const text = [operation?.id ?? (parts.length === 0 ? anything : 'a request'), ...parts].join(', ');
  return text.length > longestPattern ? `${text.slice(0, longestPattern)}...` : text;
}
