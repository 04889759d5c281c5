import {existsSync, readFileSync} from 'node:fs';
import {faultMenu} from '../../faults/fault-kinds.js';
import type {FaultRule} from '../../faults/rules/fault-rule.js';
import {type GivenRules, scenarioNames} from '../../faults/scenarios.js';
import {readShortForm, ShortFormError} from '../../faults/short-form.js';
import {suggest} from '../../schema/nearest.js';
import {jsonIn, partsOf, type Read, textual, UsageError} from './values.js';

/** @throws UsageError that points at the wrong character */
export function checkShortForm(text: string, source: string): string {
  try {
    readShortForm(text);
  } catch (error) {
    if (!(error instanceof ShortFormError)) {
      throw error;
    }
    throw new UsageError(`${source} cannot be read:\n  ${error.picture.replace('\n', '\n  ')}`);
  }
  return text;
}

/** Loads the operations only when their ids are needed. */
export async function operationIds(): Promise<readonly string[]> {
  const {catalog} = await import('../../resources/index.js');
  return catalog.operations.map(({id}) => id);
}

export async function offerOperations(): Promise<readonly string[]> {
  const {operationNames} = await import('../../exchanges/pattern.js');
  return operationNames(await operationIds());
}

/** Completes `createG` to `createGift:`, and `createGift#2:` to `createGift#2:lost`. */
export async function offerFaults(typed: string): Promise<readonly string[]> {
  const colon = typed.indexOf(':');
  return colon === -1
    ? ['*', ...(await offerOperations())].map(id => `${id}:`)
    : faultMenu().map(([kind, argument]) => `${typed.slice(0, colon)}:${kind}${argument === '' ? '' : `=${argument}`}`);
}

/** Commas separate rules, but a rule in JSON may contain commas. */
const rulesIn = (value: unknown): unknown[] =>
  [value ?? []].flat().flatMap(each => (typeof each === 'string' && each.includes('{') ? [each] : partsOf(each)));

/** Parses any number of faults; in a file of options, an object is a fault as well. */
export const faults: Read<GivenRules> = Object.assign(
  (value: unknown, source: string) =>
    rulesIn(value).map(each =>
      typeof each === 'object' && each !== null ? (each as FaultRule) : checkShortForm(String(each), source),
    ),
  {...textual('rule', offerFaults), isList: true, schema: {type: ['string', 'object']}},
);

export const scenarios: Read<string[]> = Object.assign(
  (value: unknown, source: string) => {
    const words = partsOf(value).map(String);
    scenariosOf(words, source);
    return words;
  },
  {...textual('name or file', () => scenarioNames), isList: true},
);

/** @throws UsageError if a word is neither the name of a scenario nor a file with rules */
export function scenariosOf(words: readonly string[], source = '--scenario') {
  const isName = (word: string) => scenarioNames.includes(word);
  return {
    names: words.filter(isName),
    rules: words.filter(word => !isName(word)).flatMap(file => rulesInFile(file, source)),
  };
}

function rulesInFile(file: string, source: string): GivenRules {
  if (!existsSync(file)) {
    const hint = suggest(file, scenarioNames, `there are ${scenarioNames.join(', ')}`);
    throw new UsageError(`${source}: there is no scenario and no file ${JSON.stringify(file)}; ${hint}`);
  }
  const {rules} = (jsonIn(readFileSync(file, 'utf8'), `${source}: ${file}`) ?? {}) as {readonly rules?: unknown};
  if (!Array.isArray(rules)) {
    throw new UsageError(`${source}: ${file} must hold a JSON object with rules: {"rules": ["createGift#2:lost"]}`);
  }
  return rules as GivenRules;
}
