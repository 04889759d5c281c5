import test from 'ava';
import {donorExample} from '../../src/findings/rules/example-requests.js';
import {sendRequest} from '../support/http.js';
import {startTestSandbox} from '../support/sandbox.js';

const reason = 'as seen on the service';
const gift = {gift_type_name: 'Gift', received_amount: 5, received_date: '2025-12-30', external_id: 'order-1'};

async function start(t: Parameters<typeof startTestSandbox>[0]) {
  const sandbox = await startTestSandbox(t);
  const {url, key} = sandbox;
  const send = (method: string, path: string, body?: object) =>
    sendRequest(`${url}/api/v1/${path}`, {
      method,
      headers: {authorization: `Bearer ${key}`, ...(body && {'content-type': 'application/json'})},
      body: body && JSON.stringify(body),
    });
  const found = async () => (await sandbox.findings()).filter(({level}) => level !== 'info').map(({rule}) => rule);
  const statuses = async () => {
    const axes = await sandbox.coverage();
    const {groups} = axes.find(({axis}) => axis === 'statuses')!;
    return groups.flatMap(({name, exercised}) => exercised.map(status => `${name} ${status}`));
  };
  return {...sandbox, send, found, statuses};
}

const path = 'constituents/959400/gifts';

test('rules ignore the patch of a response', async t => {
  const {send, found, override} = await start(t);
  await override({operation: 'createGift', patch: {received_amount: 0}, reason});
  const {received_amount: amount, ...rest} = gift;
  t.is(JSON.parse((await send('POST', path, {...gift, amount})).text).received_amount, 0);
  t.false((await found()).includes('zero-gift'), 'a patched amount must not be reported');
  await send('POST', path, {...rest, amount, external_id: 'order-2'});
  t.true((await found()).includes('zero-gift'), 'mistakes of the client must be reported');
});

test('an id that the client knows only from a patched response is not reported', async t => {
  const {send, found, override} = await start(t);
  await override({operation: 'showConstituent', patch: {id: 959401}, reason});
  await send('GET', 'constituents/959400');
  await send('POST', 'constituents/959401/gifts', gift);
  t.deepEqual(await found(), []);
});

test('pages that only a patch makes overlap are not reported as shifted', async t => {
  const {send, found, override} = await start(t);
  const {items} = JSON.parse((await send('GET', 'groups?limit=1')).text);
  await override({operation: 'listGroups', patch: {items}, reason});
  await send('GET', 'groups?limit=10');
  await send('POST', 'groups', {name: 'Choir'});
  await send('GET', 'groups?limit=10&offset=10');
  t.deepEqual(await found(), []);
});

for (const isReplaced of [true, false]) {
  test(`a client may use data from a replaced response: ${isReplaced ? 'replaced' : 'not requested'}`, async t => {
    const {send, findings, override} = await start(t);
    if (isReplaced) {
      const fund = {id: 2396, name: 'Library'};
      await override([
        {operation: 'listFunds', reply: {status: 200, body: {items: [fund]}}, reason},
        {operation: 'searchConstituents', reply: {status: 200, body: null}, reason},
      ]);
      await send('GET', 'funds');
      await send('GET', 'constituents/search?q[]=eaddr=ann@example.org');
    }
    await send('POST', path, {...gift, fund_id: 2396});
    await send('POST', 'constituents', donorExample.body as object);
    const found = (await findings()).map(({rule}) => rule);
    for (const rule of ['id-of-another-account', 'create-without-lookup']) {
      t.is(found.includes(rule), !isReplaced, rule);
    }
  });
}

test('a replaced response makes no findings and no coverage', async t => {
  const {send, found, statuses, override} = await start(t);
  const remove = await override({operation: '*', reply: {status: 418}, reason});
  for (const wrong of ['gifts/search?amount=5', 'grups', 'constituents?limit=1', 'constituents?limit=1']) {
    t.is((await send('GET', wrong)).status, 418);
  }
  t.deepEqual(await found(), []);
  t.deepEqual(await statuses(), []);
  await remove();
  await override({operation: 'listFunds', patch: {total_items: 1}, reason});
  await send('GET', 'funds');
  t.deepEqual(await statuses(), ['listFunds 200'], 'a patched response must count');
});
