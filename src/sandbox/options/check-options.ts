import * as z from 'zod';
import {findingsForm, suppressionsForm} from '../../findings/options.js';
import {keyConflict} from '../../http/guard/named-keys.js';
import {hostForm, isHostName} from '../../intercept/host-name.js';
import {assumeForm} from '../../schema/assume.js';
import {quote} from '../../schema/fields.js';
import {mayGenerate} from '../../schema/generated-code.js';
import type {StartOptions} from '../start-options.js';
import {isWord, type OptionType} from './option.js';
import {libraryOnlyOptions, libraryOptions} from './table.js';

const must = (what: string) => ({error: (issue: {input?: unknown}) => `must be ${what}, got ${quote(issue.input)}`});

const text = (wanted: string, fits = (value: string) => value !== '' && !value.includes('\0')) =>
  z.string(must(wanted)).refine(fits, must(wanted));
const texts = (wanted: string, fits = isWord, wantedList = 'a list of texts') =>
  z.array(text(wanted, fits), must(wantedList));
const flag = z.boolean(must('true or false'));
const callback = z.custom(value => typeof value === 'function', must('a function'));

/** Options with values that are not texts, numbers, flags or lists of texts. */
const composite: Readonly<Record<string, z.ZodType>> = {
  assume: assumeForm,
  findings: findingsForm,
  suppressions: suppressionsForm,
  faults: z.union([z.string(), z.array(z.union([z.string(), z.looseObject({})]))], must('a fault, or a list of them')),
  scenario: z.union([z.string(), z.array(z.string())], must('the name of a scenario, or a list of them')),
  intercept: z
    .strictObject({
      hosts: texts(hostForm, isHostName, 'a list of hosts').min(1, must('one host or more')),
      allow: texts('a host'),
      isolate: flag,
      environment: z.custom(
        value => typeof value === 'object' && value !== null,
        must('an object such as process.env'),
      ),
    })
    .partial({allow: true, isolate: true, environment: true}),
};

function formOf(type: OptionType, wanted: string | undefined): z.ZodType {
  switch (type.kind) {
    case 'flag':
      return flag;
    case 'integer': {
      const wording = must(`an integer from ${type.least} to ${type.most}`);
      return z.int(wording).min(type.least, wording).max(type.most, wording);
    }
    case 'choice':
      return z.enum(type.values, must(`one of ${type.values.join(', ')}`));
    case 'file':
      return text('the name of a file');
    case 'text':
      return text(wanted ?? type.wanted, type.fits);
    case 'list':
      return texts(wanted ?? type.wanted, type.fits);
    default:
      throw new Error(`the check of options with values of the kind ${type.kind} is missing`);
  }
}

const forms = Object.fromEntries([
  ...libraryOptions.map(({name, type, wanted}) => [name, composite[name] ?? formOf(type, wanted)]),
  ...Object.entries(libraryOnlyOptions).map(([name, {kind}]) => [
    name,
    kind === 'callback' ? callback : formOf({kind}, undefined),
  ]),
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
