import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {settingsOf, switches} from '../../src/settings.js';
import {newFolder, runCli} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {optionsOf, startHere} from '../support/options-here.js';

const defaults = {
  assume: settingsOf().assume,
  max_limit: 500,
  strict: false,
  rate_limit: null,
};

/** The settings of a sandbox with these options. */
const settings = (words: readonly string[], env: Readonly<Record<string, string>> = {}, folder?: string) => {
  const {assume, maxLimit, strict, rateLimit} = settingsOf(optionsOf({words, env, ...(folder && {folder})}));
  return {assume, max_limit: maxLimit, strict, rate_limit: rateLimit ?? null};
};

test('settings have their defaults without options', t => {
  t.deepEqual(settings([]), defaults);
});

test('flags set each setting, and --assume is repeatable', t => {
  const words = ['--assume', 'membership_status=0:active', '--assume', 'keyword_delete=ignore', '--max-limit', '10'];
  t.deepEqual(settings([...words, '--strict', '--rate-limit', '300']), {
    assume: {...defaults.assume, membership_status: '0:active', keyword_delete: 'ignore'},
    max_limit: 10,
    strict: true,
    rate_limit: 300,
  });
});

test('variables set each setting, and flags override them', t => {
  const env = {
    CRM_SANDBOX_ASSUME: 'keyword_delete=permanent,membership_status=0:lapsed',
    CRM_SANDBOX_MAX_LIMIT: '7',
    CRM_SANDBOX_STRICT: 'true',
    CRM_SANDBOX_RATE_LIMIT: '5',
  };
  t.deepEqual(settings(['--max-limit', '8', '--no-strict'], env), {
    assume: {...defaults.assume, keyword_delete: 'permanent'},
    max_limit: 8,
    strict: false,
    rate_limit: 5,
  });
});

test('a config file sets each setting, and assume as a list, an object or a string', async t => {
  for (const assume of [['keyword_delete=permanent'], {keyword_delete: 'permanent'}, 'keyword_delete=permanent']) {
    const folder = await newFolder(t);
    await writeFile(
      path.join(folder, 'crm-sandbox.config.json'),
      JSON.stringify({assume, 'max-limit': 9, strict: true, 'rate-limit': null}),
    );
    t.deepEqual(settings([], {}, folder), {
      assume: {...defaults.assume, keyword_delete: 'permanent'},
      max_limit: 9,
      strict: true,
      rate_limit: null,
    });
  }
});

test('a config file from init keeps the default settings', async t => {
  const folder = await newFolder(t);
  t.is((await runCli(t, ['init'], {}, folder).ended).code, 0);
  t.deepEqual(settings([], {CRM_SANDBOX_PROFILE: 'empty'}, folder), defaults);
});

test('--assume observed sets all assumptions, and single ones override it in any order', t => {
  const observed = {...defaults.assume, required_fields: 'observed', constituent_delete: 'lingering'};
  t.like(settings(['--assume', 'observed']).assume, observed);
  t.deepEqual(settings(['--assume', 'contract']), defaults);
  for (const words of [
    ['--assume', 'observed,required_fields=contract'],
    ['--assume', 'required_fields=contract,observed'],
    ['--assume', 'observed', '--assume', 'required_fields=contract'],
  ]) {
    t.is(settings(words).assume.required_fields, 'contract', words.join(' '));
  }
  t.is(settings(['--assume', 'contract,required_fields=observed']).assume.required_fields, 'observed');
});

test('start applies the settings, and status prints them', async t => {
  const words = ['--strict', '--max-limit', '2', '--rate-limit', '3', '--assume', 'keyword_delete=permanent'];
  const run = await startHere(t, words);
  t.is((await run.get('/api/v1/groups?page=2')).status, 400);
  t.is(((await (await run.get('/api/v1/groups')).json()) as {limit: number}).limit, 2);
  t.is((await run.get('/api/v1/groups')).status, 200);
  const refused = await run.get('/api/v1/groups');
  t.is(refused.status, 429);
  t.true(Number(refused.headers.get('retry-after')) > 200);
  const {stdout} = await runHere(['status', '--url', run.url]);
  t.regex(
    stdout,
    /^settings +membership_status=0:lapsed, keyword_delete=permanent, .*max-limit 2, rate-limit 3, strict$/m,
  );
});

const refused = test.macro<[readonly string[], string, Record<string, string>?]>({
  async exec(t, words, message, env = {}) {
    const {code, stdout, stderr} = await runHere(['start', ...words], env);
    t.is(code, 2);
    t.is(stdout, '');
    t.true(stderr.startsWith(message), stderr);
  },
  title: (_, words, __, env) => `invalid setting: ${JSON.stringify(env ?? {})} start ${words.join(' ')}`,
});

const assume = '--assume (or CRM_SANDBOX_ASSUME):';
const wrongValue = `${assume} keyword_delete must be archive, permanent or ignore, got`;
test(refused, ['--assume', 'keyword_delete=gone'], `${wrongValue} "keyword_delete=gone"\n`);
test(refused, ['--assume', 'keyword_delete'], `${wrongValue} "keyword_delete"\n`);
test(refused, ['--assume', 'toString=x'], `${assume} nothing is called "toString=x"; there is observed, contract, `);
const meant = 'did you mean required_fields=contract or =observed?';
test(
  refused,
  ['--assume', 'requird_fields=observed'],
  `${assume} nothing is called "requird_fields=observed"; ${meant}\n`,
);
test(refused, ['--assume', 'obsrved'], `${assume} nothing is called "obsrved"; did you mean observed?\n`);
test(
  refused,
  ['--assume', 'keyword_delete=archive,keyword_delete=ignore'],
  `${assume} keyword_delete is given twice, the second time as ignore\n`,
);
test(
  refused,
  ['--assume', 'observed,contract'],
  `${assume} observed and contract are not both true: give one of them, once\n`,
);
test(refused, [], `${assume} nothing is called "0:active"; there is observed, contract, `, {
  CRM_SANDBOX_ASSUME: '0:active',
});

test('the error for an unknown assumption lists all if none is similar', async t => {
  const {code, stderr} = await runHere(['start', '--assume', 'bogus']);
  t.is(code, 2);
  const lines = stderr.trimEnd().split('\n');
  const names = Object.keys(switches);
  t.is(lines.length, 2);
  t.true(names.every(name => lines[0]!.includes(`${name}=...`)));
  t.is(lines.at(-1), 'Help: crm-sandbox start --help');
});
const maxLimit = '--max-limit (or CRM_SANDBOX_MAX_LIMIT) must be an integer from 1 to 100000, got';
test(refused, ['--max-limit', '0'], `${maxLimit} "0"\n`);
test(refused, ['--max-limit', '100001'], `${maxLimit} "100001"\n`);
test(refused, ['--max-limit', 'many'], `${maxLimit} "many"\n`);
const rateLimit = '--rate-limit (or CRM_SANDBOX_RATE_LIMIT) must be an integer from 1 to 1000000, got';
test(refused, ['--rate-limit', '0'], `${rateLimit} "0"\n`);
test(refused, [], `${rateLimit} "off"\n`, {CRM_SANDBOX_RATE_LIMIT: 'off'});
test(refused, [], '--strict (or CRM_SANDBOX_STRICT) must be true or false, got "very"\n', {CRM_SANDBOX_STRICT: 'very'});
