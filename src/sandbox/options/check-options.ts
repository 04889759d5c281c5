import * as z from 'zod';
import {findingsForm, suppressionsForm} from '../../findings/options.js';
import {keyConflict} from '../../http/guard/named-keys.js';
import {assumeForm} from '../../schema/assume.js';
import {quote} from '../../schema/fields.js';
import {mayGenerate} from '../../schema/generated-code.js';
import type {StartOptions} from '../start-options.js';
import {type LibraryOption, libraryOnlyOptions, libraryOptions, sandboxOptions} from './table.js';
import {path, type Reader, words} from './values.js';

const must = (what: string) => ({error: (issue: {input?: unknown}) => `must be ${what}, got ${quote(issue.input)}`});

const flag = z.boolean(must('true or false'));
const callback = z.custom(value => typeof value === 'function', must('a function'));

type ValueCheck = Pick<Reader<unknown>, 'accepts' | 'wanted'>;

const oneOf = ({accepts, wanted}: ValueCheck) => z.custom(accepts, must(wanted));
const listOf = (each: ValueCheck, wanted = 'a list of texts') => z.array(oneOf(each), must(wanted));

/** Options with values that are not texts, numbers, flags or lists of texts. */
const composite: Readonly<Record<string, z.ZodType>> = {
  assume: assumeForm,
  findings: findingsForm,
  suppressions: suppressionsForm,
  faults: z.union([z.string(), z.array(z.union([z.string(), z.looseObject({})]))], must('a fault, or a list of them')),
  scenario: z.union([z.string(), z.array(z.string())], must('the name of a scenario, or a list of them')),
  intercept: z
    .strictObject({
      hosts: listOf(sandboxOptions.intercept.read, 'a list of hosts').min(1, must('one host or more')),
      allow: listOf(words('a host')),
      isolate: flag,
      environment: z.custom(
        value => typeof value === 'object' && value !== null,
        must('an object such as process.env'),
      ),
    })
    .partial({allow: true, isolate: true, environment: true}),
};

function formOf({name, read}: LibraryOption): z.ZodType {
  const plain = read as Reader<unknown>;
  return composite[name] ?? (plain.typeName === 'readonly string[]' ? listOf(plain) : oneOf(plain));
}

const forms = Object.fromEntries([
  ...libraryOptions.map(option => [option.name, formOf(option)]),
  ...Object.keys(libraryOnlyOptions).map(name => [name, callback]),
  ['trace', oneOf(path)],
]);

const form = z.strictObject(forms).partial();

/** Validates options, for callers without type checks. @throws TypeError that lists every invalid option */
export function checkOptions(options: StartOptions): void {
  // jitless: most processes check options once, and compiling the schema first takes ten times as long.
  const {error} = form.safeParse(options, {jitless: true});
  if (error !== undefined) {
    throw new TypeError(`startSandbox: ${error.issues.map(describe).join('; ')}`);
  }
  if (options.validateReplies && !mayGenerate()) {
    throw new TypeError(
      'startSandbox: validateReplies cannot be used under node --disallow-code-generation-from-strings: ajv, which checks the replies, makes code of each schema',
    );
  }
}

function describe(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) {
    return `${issue.path.join('.')}: ${issue.message}`;
  }
  return `unknown option ${issue.keys.join(', ')}; the options are ${Object.keys(forms).join(', ')}`;
}

/** @throws TypeError that names every key with a predefined meaning */
export function checkAddedKeys(keys: readonly string[]): void {
  const wrong = keys.flatMap((key, index) => {
    const wanted = keyConflict(key);
    return wanted === undefined ? [] : [`keys.${index}: must be ${wanted}`];
  });
  if (wrong.length > 0) {
    throw new TypeError(`startSandbox: ${wrong.join('; ')}`);
  }
}
