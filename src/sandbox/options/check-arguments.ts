import * as z from 'zod';
import {InvalidArgumentError} from '../../errors.js';
import {must, quote} from '../../schema/fields.js';
import {type CheckedCommand, type CheckOptions, checkNames, type RunClient, verdicts} from '../check/types.js';
import {callback, flag, listOf, refuseInvalid} from './check-options.js';

const count = (least: number) => z.int(must('a whole number')).min(least, must(`${least} or more`));
const milliseconds = z.number(must('a number of milliseconds')).min(0, must('0 or more'));
const text = z.string(must('a text'));

const knownCase = z.strictObject({
  chain: text.optional(),
  operation: text.optional(),
  check: z.enum(checkNames, must(`one of ${checkNames.join(', ')}`)).optional(),
  verdict: z.enum(verdicts, must(`one of ${verdicts.join(', ')}`)),
  reason: text,
  until: z.iso.date(must('a day, YYYY-MM-DD')).optional(),
});

const checkForm = z
  .strictObject({
    jobs: count(1),
    budget: milliseconds,
    patience: milliseconds,
    rerun: flag,
    all: flag,
    assumeMatrix: flag,
    maxBad: count(0),
    case: text,
    before: text,
    traces: text,
    cases: listOf(knownCase, 'a list of known cases'),
    signal: z.instanceof(AbortSignal, must('an AbortSignal')),
    onReference: callback,
    onProgress: callback,
  })
  .partial();

const clientForm = z.object({
  command: listOf(text, 'a program and its arguments').min(1, must('a program and its arguments')),
  environment: z.record(z.string(), text, must('an object of texts')).optional(),
});

/** Validates the arguments of `sandbox.check`. @throws InvalidArgumentError that lists every invalid option */
export function checkCheckArguments(client: CheckedCommand | RunClient, options: CheckOptions): void {
  if (typeof client !== 'function' && !clientForm.safeParse(client, {jitless: true}).success) {
    throw new InvalidArgumentError(
      "check: the client must be a function, or a command such as {command: ['npm', 'run', 'sync']}, got " +
        quote(client),
    );
  }
  refuseInvalid('check', checkForm, options);
}
