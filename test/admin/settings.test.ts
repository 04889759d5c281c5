import test from 'ava';
import type {SandboxStatus} from '../../src/admin/status.js';
import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import {settingsOf, switches} from '../../src/settings.js';
import {adminOf} from '../support/admin.js';
import {startTestSandbox} from '../support/sandbox.js';

test('GET /_sandbox returns the active settings', async t => {
  const usual = await startTestSandbox(t);
  const shown = {
    assume: settingsOf().assume,
    max_limit: 500,
    strict: false,
    rate_limit: null,
  };
  t.deepEqual((await adminOf(usual).get()).body.settings, shown);
  t.deepEqual((await usual.status()).settings, shown as SandboxStatus['settings']);
  const turned = await startTestSandbox(t, {
    assume: {keyword_delete: 'permanent'},
    maxLimit: 9,
    strict: true,
    rateLimit: 5,
  });
  const {body} = await adminOf(turned).get();
  t.deepEqual(body.settings, {
    assume: {...settingsOf().assume, keyword_delete: 'permanent'},
    max_limit: 9,
    strict: true,
    rate_limit: 5,
  });
  t.is((await adminOf(turned).post('/reset')).body.settings, undefined, 'a reset response does not include settings');
});

test('undefined settings use the defaults', t => {
  const nothing = {assume: {keyword_delete: undefined}, maxLimit: undefined, strict: undefined, rateLimit: undefined};
  t.deepEqual(settingsOf(nothing as object), settingsOf());
  t.false('rateLimit' in settingsOf());
});

test('an invalid setting is rejected with its name', async t => {
  const names = Object.keys(switches).join(', ');
  const refused: ReadonlyArray<readonly [object, string]> = [
    [
      {assume: {keyword_delete: 'gone'}},
      'assume.keyword_delete: must be one of archive, permanent, ignore, got "gone"',
    ],
    [{assume: {keyword: 'gone'}}, `assume: unknown keyword; it takes ${names}, observed and contract`],
    [{assume: 'permanent'}, `assume: unknown permanent; it takes ${names}, observed and contract`],
    [
      {assume: 5},
      'assume: must be an object such as {keyword_delete: "permanent"}, or a text such as "observed", got 5',
    ],
    [{maxLimit: 0}, 'maxLimit: must be an integer from 1 to 100000, got 0'],
    [{rateLimit: 1.5}, 'rateLimit: must be an integer from 1 to 1000000, got 1.5'],
    [{strict: 'yes'}, 'strict: must be true or false, got "yes"'],
  ];
  for (const [options, message] of refused) {
    await t.throwsAsync(startSandbox(options), {instanceOf: TypeError, message: `startSandbox: ${message}`});
  }
});
