import * as z from 'zod';
import {
  CountExpectation,
  type Expectation,
  SequenceExpectation,
  type Times,
  UnorderedExpectation,
} from '../../exchanges/expectations.js';
import type {RequestFilters} from '../../exchanges/filters.js';
import {leavesOf, type Pattern, patternFields, patternOf, readPattern} from '../../exchanges/pattern.js';
import {limits} from '../../limits.js';
import type {Operation} from '../../operations/operation.js';
import {body, expected, flag, must, oneOf, text} from '../../schema/fields.js';
import {Issues} from '../../schema/issues.js';
import type {BodyOf} from '../admin-operation.js';
import {move} from '../clock.js';

/** A pattern that a request must match. An omitted field matches anything. */
export interface RequestPattern extends Pick<RequestFilters, 'operation' | 'method' | 'status' | 'caller' | 'mark'> {
  /** `/api/v1/gifts/7`, an operation's path `/api/v1/gifts/{id}`, or a prefix that ends with `*`. */
  readonly path?: string;
  /** Required query parameters; others are allowed. Values compare as the service parses them: 25 equals `25`. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Required body fields, compared as the service parses them: `"50"` equals 50. Arrays must have equal length. */
  readonly body?: object;
}

/** The requests to expect among past and, with `within`, future requests. */
export interface VerifyRequest extends RequestPattern {
  /** 3 means exactly three times, 0 never. Default: at least once */
  readonly times?: number | {readonly min?: number; readonly max?: number};
  /** Requests expected in this order; others may come between them. The other fields select the requests to check. */
  readonly sequence?: readonly RequestPattern[];
  /** True to allow no other requests within a sequence. Default: false */
  readonly strict?: boolean;
  /** Requests expected in any order, each matched by a different request. */
  readonly unordered?: readonly RequestPattern[];
  /** Only requests with a greater number count. */
  readonly since?: number;
  /** The time to wait for requests: `5s`, `500ms`, `PT5S`; at most 5 minutes. Default: no waiting */
  readonly within?: string;
  /** Counts a request when it is received, or when its response has been sent. Default: answered */
  readonly phase?: 'received' | 'answered';
}

const count = z.int().min(0).max(limits.verifyTimes);
const range = z
  .strictObject({min: count.optional(), max: count.optional()})
  .refine(({min = 0, max = limits.verifyTimes}) => min <= max);
const countOrRange = z.union([count, range]);

const timesForm = z.custom<z.infer<typeof countOrRange>>(
  value => countOrRange.safeParse(value).success,
  must(`an integer from 0 to ${limits.verifyTimes}, or {"min", "max"} of such`),
);

function timesOf(times: z.infer<typeof timesForm> = {min: 1}): Times {
  return typeof times === 'number'
    ? {min: times, max: times}
    : {min: times.min ?? 0, max: times.max ?? Number.POSITIVE_INFINITY};
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

const units: Readonly<Record<string, number>> = {ms: 1, s: 1000, m: 60_000};

/** Parses `500ms`, `5s`, `2m`, or ISO 8601 such as `PT5S`. @returns milliseconds; undefined if the text is invalid */
function milliseconds(span: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s|m)$/.exec(span) ?? [];
  const time = number === undefined ? move(0, span) : Number(number) * units[unit]!;
  return time !== undefined && time >= 0 && time <= limits.verifyWait ? time : undefined;
}

const wordingOfSteps = expected(`an array of 1 to ${limits.verifySteps} requests`);
const steps = z.array(z.unknown(), wordingOfSteps).min(1, wordingOfSteps).max(limits.verifySteps, wordingOfSteps);
const wordingOfSince = expected('the number of an exchange, or 0');
const wordingOfWithin = expected('a time such as "5s", "500ms" or "PT5S", at most 5 minutes');

export const verifyForm = body({
  ...patternFields,
  times: timesForm.optional(),
  sequence: steps.optional(),
  strict: flag.optional(),
  unordered: steps.optional(),
  since: z.int(wordingOfSince).min(0, wordingOfSince).optional(),
  within: text.refine(span => milliseconds(span) !== undefined, wordingOfWithin).optional(),
  phase: oneOf(['received', 'answered']).optional(),
});

type VerifyBody = BodyOf<typeof verifyForm>;

export type Verification = ReturnType<typeof readVerification>;

/** @throws ApiError that lists every invalid field, or names an unknown operation */
export function readVerification(body: VerifyBody, operations: readonly Operation[]) {
  const issues = Issues.none();
  const {times, sequence: _, strict, unordered: __, since = 0, within, phase, ...fields} = body;
  refuseTogether(body, issues);
  const pattern = patternOf(fields, operations, issues);
  const read = (name: 'sequence' | 'unordered') =>
    body[name]?.map((step, index) => readPattern(step, operations, issues.at(name).at(index), `${name}[${index}].`));
  const inOrder = read('sequence');
  const inAny = read('unordered');
  const patterns = [pattern, ...(inOrder ?? []), ...(inAny ?? [])];
  if (patterns.reduce((sum, {body}) => sum + (body === undefined ? 0 : leavesOf(body)), 0) > limits.expectedValues) {
    issues.refuse('body', `must have ${limits.expectedValues} values at most, in all requests together`);
  }
  issues.throwIfRefused();
  const steps = inOrder ?? inAny;
  const expectation: Expectation =
    (inOrder && new SequenceExpectation(inOrder, strict)) ??
    (inAny && new UnorderedExpectation(inAny)) ??
    new CountExpectation(pattern, timesOf(times));
  return {
    expectation,
    /** The requests to check: those that match the fields next to the steps; without steps, all. */
    scope: steps === undefined ? {} : pattern,
    since,
    /** Milliseconds. 0 does not wait. */
    within: within === undefined ? 0 : milliseconds(within)!,
    isReceived: phase === 'received',
    /** `exactly once: createGift, body {"received_amount":50}, within 5s` */
    text: describeVerification(body, pattern, steps),
  };
}

function refuseTogether({times, sequence, strict, unordered, status, phase}: VerifyBody, issues: Issues): void {
  const steps = [...(sequence ?? []), ...(unordered ?? [])];
  if (sequence !== undefined && unordered !== undefined) {
    issues.refuse('unordered', 'cannot be used with sequence');
  }
  if (times !== undefined && steps.length > 0) {
    issues.refuse('times', 'is for one kind of request: in a sequence, name it as often as it is expected');
  }
  if (strict && sequence === undefined) {
    issues.refuse('strict', 'is for a sequence');
  }
  const hasStatus = (step: unknown) => typeof step === 'object' && step !== null && 'status' in step;
  if (phase === 'received' && (status !== undefined || steps.some(hasStatus))) {
    issues.refuse('status', 'cannot be used with phase "received": what is not answered yet has none');
  }
}

function describeVerification(
  {times, sequence, strict, since, within}: VerifyBody,
  pattern: Pattern,
  steps: readonly Pattern[] | undefined,
): string {
  const about = describePattern(pattern);
  const order = sequence === undefined ? 'in any order' : `in order${strict ? ', nothing between' : ''}`;
  const parts =
    steps === undefined
      ? [`${describeTimes(timesOf(times))}: ${about}`]
      : [`${order}: ${steps.map(describePattern).join('; ')}`, ...(about === anything ? [] : [`of ${about}`])];
  return [
    ...parts,
    ...(since === undefined ? [] : [`after exchange ${since}`]),
    ...(within === undefined ? [] : [`within ${within}`]),
  ].join(', ');
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
