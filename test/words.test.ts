import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {root} from './support/pages.js';

/** Names that were replaced by terms of the field, with the replacement. */
const names: Readonly<Record<string, string>> = {
  Faults: 'Issues; a fault is only an injected one',
  Stretch: 'Rows',
  FewRows: 'Rows',
  KeyedRows: 'IndexRange',
  KeptSets: 'Indexes',
  KeptAnswers: 'a cache that is passed in',
  ByName: 'CollectionMap',
  onceFor: 'memoizeWeakly',
  concerned: 'affectedBy',
  switchTo: 'replaceState',
  rebase: 'replaceState as baseline',
  'type Keep': 'ChangeLog',
  Surroundings: 'ExecutionContext',
  Making: 'BuildContext',
  Resolving: 'ResolveContext',
  changesTo: 'patchBodyOf',
  holdKeywords: 'assignKeywords',
  holdFields: 'assignFields',
  HeldField: 'AssignedField',
  HeldAttribute: 'AssignedAttribute',
  UsualForm: 'InferredShape',
  Tally: 'MostCommon',
  RecentRequests: 'SlidingWindow',
  ControlOperation: 'AdminOperation',
  Draft: 'DataSetBuilder',
  Wish: 'Traits',
  sandboxVerb: 'sandboxCommand',
  fileFault: 'fileError',
  onFault: 'onError',
  Decision: 'Assumption',
};

/** Phrases that are not plain English, with the replacement. */
const phrases: Readonly<Record<string, string>> = {
  'names nothing': 'there is no … with id …',
  '(?<![Tt]here )is no (?:id|crm-sandbox|option|collection|snapshot|field)\\b': 'is not …',
  'is nobody': 'matches no …',
  'is not known here': 'unknown field',
  'can not be': 'cannot be',
  'not for you to': 'permission denied',
  'a fault of its own': 'an internal error',
  'it may do nothing': 'is blocked',
  'a whole number from': 'an integer from',
  'of the kind (?:number|string)': 'a number, a string',
  'no time\\. This page is how': 'say what the page is for',
  'had better not': 'say what to rely on',
  'goes in as': 'send it as',
  'is told what to do by': 'is controlled with',
};

const files = (folder: string, ending: RegExp) =>
  readdirSync(path.join(root, folder), {recursive: true, encoding: 'utf8'})
    .filter(file => ending.test(file))
    .map(file => path.posix.join(folder, file.replaceAll(path.sep, '/')));

const sources = ['src', 'fixtures'].flatMap(folder => files(folder, /\.tsx?$/));
const pages = ['README.md', ...files('docs', /\.md$/)];

const found = (among: readonly string[], patterns: Readonly<Record<string, string>>, form: (word: string) => string) =>
  among.flatMap(file => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return Object.entries(patterns).flatMap(([word, instead]) =>
      new RegExp(form(word), 'u').test(text) ? [`${file}: ${word} (say: ${instead})`] : [],
    );
  });

test('replaced names do not return to the sources', t => {
  t.true(sources.length > 100, 'sources must be found');
  // In the console, Faults is the title of a view about injected faults.
  const withoutConsole = sources.filter(file => !file.startsWith('src/pages/console/'));
  t.deepEqual(
    found(withoutConsole, names, word => `\\b${word}\\b`),
    [],
  );
});

test('sources and pages have no phrase of the list', t => {
  t.deepEqual(
    found([...sources, ...pages], phrases, phrase => phrase),
    [],
  );
});

test('the patterns of the lists are valid and find names', t => {
  t.regex('class Stretch {}', /\bStretch\b/);
  for (const phrase of Object.keys(phrases)) {
    t.notThrows(() => new RegExp(phrase, 'u'));
  }
  t.deepEqual(
    found(['test/words.test.ts'], {switchTo: 'replaceState'}, word => `\\b${word}\\b`),
    ['test/words.test.ts: switchTo (say: replaceState)'],
  );
});
