import test from 'ava';
import {sendRequest} from '../support/http.js';
import {startTestSandbox} from '../support/sandbox.js';

async function start(t: Parameters<typeof startTestSandbox>[0], faults: readonly string[]) {
  const {url, key, findings} = await startTestSandbox(t, {faults, now: undefined} as object); // the clock runs
  const send = (method: string, path: string, body?: object) =>
    sendRequest(new URL(`/api/v1/${path}`, url), {
      method,
      headers: {authorization: `Bearer ${key}`, ...(body && {'content-type': 'application/json'})},
      ...(body && {body: JSON.stringify(body)}),
    });
  const found = async () => (await findings()).map(({rule, message}) => `${rule}: ${message}`);
  return {send, found};
}

const note = {text: 'Called', original_date: '2026-01-01'};

test('faulted requests make no findings', async t => {
  const {send, found} = await start(t, ['*:503']);
  for (const path of ['gifts/search?amount=5', 'grups', 'constituents?limit=1']) {
    t.is((await send('GET', path)).status, 503);
  }
  t.deepEqual(await found(), []);
});

test('a retry after a lost response is reported, because the first write was stored', async t => {
  const {send, found} = await start(t, ['createNote#1:lost']);
  const path = 'constituents/959400/notes';
  await t.throwsAsync(send('POST', path, note), {code: 'ECONNRESET'});
  t.is((await send('POST', path, note)).status, 200);
  const [finding, ...rest] = (await found()).filter(text => text.startsWith('same-post-again'));
  t.regex(finding!, /posted again because its response was lost, although the first one was stored/);
  t.is(rest.length, 0);
});

test('a retry is not reported if the first write was not stored', async t => {
  const {send, found} = await start(t, ['createNote#1:reset']);
  const path = 'constituents/959400/notes';
  await t.throwsAsync(send('POST', path, note), {code: 'ECONNRESET'});
  await send('POST', path, note);
  t.deepEqual(
    (await found()).filter(text => text.startsWith('same-post-again')),
    [],
  );
});

for (const [title, searches, expected] of [
  ['a constituent that is created after a search failed is reported', 1, ['create-after-failed-search']],
  ['a constituent that is created after the search was repeated is not reported', 2, []],
] as const) {
  test(title, async t => {
    const {send, found} = await start(t, ['searchConstituents#1:503']);
    for (let search = 0; search < searches; search++) {
      await send('GET', 'constituents/search?q[]=eaddr=ann@example.org');
    }
    const names = {first_name: 'Ann', last_name: 'Lee'};
    const {status} = await send('POST', 'constituents', {...names, email_addresses: [{address: 'ann@example.org'}]});
    t.is(status, 200);
    const rules = (await found()).map(text => text.split(':', 1)[0]!);
    t.deepEqual(
      rules.filter(rule => rule.startsWith('create-')),
      [...expected],
    );
  });
}

test('a retry before the Retry-After of an injected 429 is reported', async t => {
  const {send, found} = await start(t, ['listFunds#1:429=60']);
  t.is((await send('GET', 'funds')).status, 429);
  t.is((await send('GET', 'funds')).status, 200);
  t.true((await found()).some(text => text.startsWith('retry-before-retry-after')));
});
