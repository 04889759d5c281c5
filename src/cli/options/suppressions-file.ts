import {ruleIds} from '../../findings/rule-ids.js';
import type {Suppression} from '../../findings/suppressions.js';
import {UsageError} from '../../sandbox/options/values.js';
import {nearest} from '../../schema/nearest.js';
import {readOptionalJson} from '../files.js';

export const suppressionsFileName = 'crm-sandbox.suppressions.json';

const form = '[{"rule": "put-used", "reason": "the library sends it"}]';

const optional = ['operation', 'pointer', 'caller', 'until'];

/** @param named the file, if not the default one. @throws UsageError that names the invalid entry and its mistake */
export function readSuppressions(named: string | undefined): readonly Suppression[] {
  const file = named ?? suppressionsFileName;
  const entries = readOptionalJson(file, named !== undefined, []);
  if (!Array.isArray(entries)) {
    throw new UsageError(`${file} must hold a list: ${form}`);
  }
  for (const [index, entry] of entries.entries()) {
    const problem = problemOf(entry);
    if (problem !== undefined) {
      throw new UsageError(`${file}: entry ${index + 1}: ${problem}`);
    }
  }
  return entries;
}

function problemOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) {
    return `must be an object, such as ${form.slice(1, -1)}`;
  }
  const {rule, reason, ...others} = entry as Readonly<Record<string, unknown>>;
  const known: readonly string[] = ruleIds;
  if (typeof rule !== 'string' || !known.includes(rule)) {
    const near = nearest(String(rule), known);
    return `there is no rule ${JSON.stringify(rule)}${near === undefined ? '' : `; did you mean ${near}?`}`;
  }
  if (typeof reason !== 'string' || reason.trim() === '') {
    return 'reason is required: a sentence that says why';
  }
  for (const [name, value] of Object.entries(others)) {
    if (!optional.includes(name)) {
      return `unknown field ${name}; there are rule, reason, ${optional.join(', ')}`;
    }
    if (typeof value !== 'string') {
      return `${name} must be a text, got ${JSON.stringify(value)}`;
    }
    if (name === 'until' && !/^\d{4}-\d{2}-\d{2}$/.test(String(value))) {
      return `until must be a day, YYYY-MM-DD, got ${JSON.stringify(value)}`;
    }
  }
  return undefined;
}
