import {ruleIds} from '../../findings/rule-ids.js';
import type {Suppression} from '../../findings/suppressions.js';
import {checkNames, isBad, type KnownCase, verdicts} from '../../sandbox/check/types.js';
import {UsageError} from '../../sandbox/options/values.js';
import {nearest} from '../../schema/nearest.js';
import {readOptionalJson} from '../files.js';

/** A file with a list of accepted problems, and the reasons. */
interface EntriesForm {
  /** The default file. */
  readonly usual: string;
  /** An entry, as JSON. */
  readonly example: string;
  /** The name of the required field; `reason` is always required. */
  readonly required: string;
  readonly optional: readonly string[];
  /** The allowed values of fields with fixed choices. */
  readonly names: Readonly<Record<string, readonly string[]>>;
}

/** @param named the file, if not the usual one. @throws UsageError that names the invalid entry and its mistake */
function readEntries(named: string | undefined, form: EntriesForm): readonly object[] {
  const file = named ?? form.usual;
  const entries = readOptionalJson(file, named !== undefined, []);
  if (!Array.isArray(entries)) {
    throw new UsageError(`${file} must hold a list: [${form.example}]`);
  }
  for (const [index, entry] of entries.entries()) {
    const problem = problemOf(entry, form);
    if (problem !== undefined) {
      throw new UsageError(`${file}: entry ${index + 1}: ${problem}`);
    }
  }
  return entries;
}

function problemOf(entry: unknown, {example, required, optional, names}: EntriesForm): string | undefined {
  if (typeof entry !== 'object' || entry === null) {
    return `must be an object, such as ${example}`;
  }
  const {reason, ...others} = entry as Readonly<Record<string, unknown>>;
  const unknown = (name: string) => {
    const [value, known] = [others[name], names[name]!];
    const near = nearest(String(value), known);
    return `there is no ${name} ${JSON.stringify(value)}${near === undefined ? '' : `; did you mean ${near}?`}`;
  };
  const isKnown = (name: string) => names[name]?.includes(others[name] as string) ?? true;
  if (!isKnown(required)) {
    return unknown(required);
  }
  if (typeof reason !== 'string' || reason.trim() === '') {
    return 'reason is required: a sentence that says why';
  }
  for (const [name, value] of Object.entries(others)) {
    if (name !== required && !optional.includes(name)) {
      return `unknown field ${name}; there are ${[required, 'reason', ...optional].join(', ')}`;
    }
    if (typeof value !== 'string') {
      return `${name} must be a text, got ${JSON.stringify(value)}`;
    }
    if (!isKnown(name)) {
      return unknown(name);
    }
    if (name === 'until' && !/^\d{4}-\d{2}-\d{2}$/.test(value)) {
      return `until must be a day, YYYY-MM-DD, got ${JSON.stringify(value)}`;
    }
  }
  return undefined;
}

export const casesFileName = 'crm-sandbox.cases.json';

/** @param named the file, if not the default one. @throws UsageError that names the invalid entry and its mistake */
export const readKnownCases = (named: string | undefined) =>
  readEntries(named, {
    usual: casesFileName,
    example: '{"verdict": "duplicated", "operation": "createNote", "reason": "a second note harms nobody"}',
    required: 'verdict',
    optional: ['chain', 'operation', 'check', 'until'],
    names: {verdict: verdicts.filter(isBad), check: checkNames},
  }) as readonly KnownCase[];

export const suppressionsFileName = 'crm-sandbox.suppressions.json';

/** @param named the file, if not the default one. @throws UsageError that names the invalid entry and its mistake */
export const readSuppressions = (named: string | undefined) =>
  readEntries(named, {
    usual: suppressionsFileName,
    example: '{"rule": "put-used", "reason": "the library sends it"}',
    required: 'rule',
    optional: ['operation', 'pointer', 'caller', 'until'],
    names: {rule: ruleIds},
  }) as readonly Suppression[];
