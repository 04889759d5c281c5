import * as z from 'zod';
import {InvalidArgumentError} from '../../errors.js';
import {findingsForm, suppressionsForm} from '../../findings/options.js';
import {keyConflict} from '../../http/guard/named-keys.js';
import {hostConflict} from '../../preload/hosts.js';
import {assumeForm} from '../../schema/assume.js';
import {must} from '../../schema/fields.js';
import {mayGenerate} from '../../schema/generated-code.js';
import {nearest} from '../../schema/nearest.js';
import type {StartOptions} from '../start-options.js';
import {libraryOnlyOptions, libraryOptions, sandboxOptions} from './table.js';
import {path, type Reader} from './values.js';

export const flag = z.boolean(must('true or false'));
export const callback = z.custom(value => typeof value === 'function', must('a function'));

const oneOf = ({accepts, wanted}: Reader<unknown>) => z.custom<string>(accepts, must(wanted));
export const listOf = (each: z.ZodType, wanted = 'a list of texts') => z.array(each, must(wanted));

const host = oneOf(sandboxOptions.intercept.read).refine(text => hostConflict(text) === undefined, {
  error: issue => must(hostConflict(String(issue.input))!).error(issue),
});

/** Options with values other than texts, numbers, flags or lists of texts. */
const composite: Readonly<Record<string, z.ZodType>> = {
  keys: listOf(
    oneOf(sandboxOptions.key.read).refine(key => keyConflict(key) === undefined, {
      error: ({input}) => `must be ${keyConflict(String(input))}`,
    }),
  ),
  assume: assumeForm,
  findings: findingsForm,
  suppressions: suppressionsForm,
  faults: z.union([z.string(), z.array(z.union([z.string(), z.looseObject({})]))], must('a fault, or a list of them')),
  overrides: z.union([oneOf(path), z.array(z.unknown())], must('a list of overrides, or the name of a file')),
  scenario: z.union([z.string(), z.array(z.string())], must('the name of a scenario, or a list of them')),
  intercept: z
    .strictObject({
      hosts: listOf(host, 'a list of hosts').min(1, must('one host or more')),
      allow: listOf(oneOf(sandboxOptions.allow.read)),
      isolate: flag,
      environment: z.custom(
        value => typeof value === 'object' && value !== null,
        must('an object such as process.env'),
      ),
    })
    .partial({allow: true, isolate: true, environment: true}),
};

const formOf = (read: Reader<unknown>) => (read.typeName === 'readonly string[]' ? listOf(oneOf(read)) : oneOf(read));

const forms = Object.fromEntries([
  ...libraryOptions.map(({name, read}) => [name, composite[name] ?? formOf(read as Reader<unknown>)]),
  ...Object.keys(libraryOnlyOptions).map(name => [name, callback]),
  ['trace', oneOf(path)],
  ['listen', flag],
]);

const form = z.strictObject(forms).partial();

/** Options that only affect clients of a port. */
const listenerOptions = ['port', 'host', 'allowHosts', 'trustProxy', 'intercept', 'tlsCert'] as const;

/** Validates options, for callers without type checks. @throws InvalidArgumentError that lists every invalid option */
export function checkOptions(options: StartOptions): void {
  refuseInvalid('startSandbox', form, options);
  if (options.from !== undefined && options.fromAccount !== undefined) {
    throw new InvalidArgumentError('startSandbox: from and fromAccount are mutually exclusive: give one of them');
  }
  const {keys = [], adminKey, intercept, keysFile} = options;
  if (keysFile !== undefined && (keys.length > 0 || adminKey !== undefined || intercept !== undefined)) {
    throw new InvalidArgumentError('startSandbox: keysFile has all keys: leave out keys, adminKey and intercept');
  }
  if ((options.tlsCert === undefined) !== (options.tlsKey === undefined)) {
    throw new InvalidArgumentError('startSandbox: tlsCert and tlsKey go together: give both, or neither');
  }
  const needsPort = listenerOptions.find(name => options.listen === false && options[name] !== undefined);
  if (needsPort !== undefined) {
    throw new InvalidArgumentError(
      `startSandbox: listen: false and ${needsPort} are mutually exclusive: it needs a port`,
    );
  }
  if (options.validateReplies && !mayGenerate()) {
    throw new InvalidArgumentError(
      'startSandbox: validateReplies cannot be used under node --disallow-code-generation-from-strings: ajv, which checks the replies, makes code of each schema',
    );
  }
}

/** @param caller begins the error. @throws InvalidArgumentError that lists every invalid option */
export function refuseInvalid(caller: string, form: z.ZodObject, options: object): void {
  // jitless: most processes validate options once, and compiling the schema first takes ten times as long.
  const {error} = form.safeParse(options, {jitless: true});
  if (error !== undefined) {
    const known = Object.keys(form.shape);
    throw new InvalidArgumentError(`${caller}: ${error.issues.map(issue => describe(issue, known)).join('; ')}`);
  }
}

function describe(issue: z.core.$ZodIssue, known: readonly string[]): string {
  if (issue.code !== 'unrecognized_keys' || issue.path.length > 0) {
    return `${issue.path.join('.')}: ${issue.message}`;
  }
  const [near] = issue.keys.flatMap(key => nearest(key, known) ?? []);
  const hint = near === undefined ? `the options are ${known.join(', ')}` : `did you mean ${near}?`;
  return `unknown option ${issue.keys.join(', ')}; ${hint}`;
}
