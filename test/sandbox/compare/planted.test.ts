import test from 'ava';
import {comparisonMarkdown, comparisonReport, comparisonText} from '../../../src/cli/reports/comparison.js';
import {overridesOf} from '../../../src/sandbox/compare/overrides.js';
import {compareHar, type Json, plant, recordedHar, remarks, type SendJson} from './recordings.js';

const secret = 'Zanzibar';

async function session(send: SendJson): Promise<void> {
  const [{id}] = (await send('GET', '/api/v1/constituents?limit=3')).items; // 1
  await send('GET', `/api/v1/constituents/${id}`); // 2
  const fund = await send('POST', '/api/v1/funds', {name: 'Roof', financial_goal: 500}); // 3
  const body = {gift_type_name: 'Gift', received_amount: 25, received_date: '2025-12-24', fund_id: fund.id};
  const gift = await send('POST', `/api/v1/constituents/${id}/gifts`, body); // 4
  await send('PATCH', `/api/v1/gifts/${gift.id}`, {note: 'By post'}); // 5
  await send('GET', `/api/v1/gifts/${gift.id}`); // 6
  await send('GET', `/api/v1/constituents/${id}/gifts`); // 7
  await send('GET', '/api/v1/gifts/999999999'); // 8
  await send('POST', `/api/v1/constituents/${id}/gifts`, {received_amount: 'ten'}); // 9
  await send('GET', `/api/v1/funds/${fund.id}`); // 10
  const ann = {first_name: 'Ann', last_name: 'Lee', email_addresses: [{address: 'a@example.com'}]};
  const {email_addresses: emails} = await send('POST', '/api/v1/constituents', ann); // 11
  await send('PATCH', `/api/v1/email_addresses/${emails[0].id}`, {address: 'b@example.com'}); // 12
  await send('DELETE', `/api/v1/gifts/${gift.id}`); // 13
  await send('GET', `/api/v1/gifts/${gift.id}`); // 14
  await send('POST', `/api/v1/constituents/${id}/gifts`, {...body, received_date: '2025-01-01'}); // 15
  await send('POST', `/api/v1/constituents/${id}/gifts`, body); // 16
  await send('GET', `/api/v1/constituents/${id}/gifts`); // 17
}

const set = (name: string, value: unknown) => (reply: Json) => ({...reply, [name]: value});

/** Differences to plant: the request, the change to its response, and the difference that must be found. */
const planted: Readonly<Record<string, readonly [number: number, change: (reply: Json) => unknown, found: string]>> = {
  'a text': [2, set('salutation', secret), 'value salutation'],
  'a changed text': [6, set('note', secret), 'value note'],
  'null in place of a value': [10, set('financial_goal', null), 'null financial_goal'],
  'another type': [10, set('financial_goal', '500'), 'type financial_goal'],
  'a derived value': [4, set('deductible_amount', 0), 'value deductible_amount'],
  'a missing field': [6, set('tribute_name', undefined), 'extra field tribute_name'],
  'a new field': [6, set('sync_state', secret), 'missing field sync_state'],
  'a field whose name is data': [6, set(`${secret} 1`, 1), 'missing field (no identifier)'],
  'a field in a list': [7, reply => Object.assign(reply.items[0], {amount: 7}) && reply, 'value items[].amount'],
  'the order of a list': [17, reply => ({...reply, items: reply.items.toReversed()}), 'order items'],
  'a missing item': [
    17,
    reply => ({
      ...reply,
      items: reply.items.slice(1),
      items_count: reply.items.length - 1,
      total_items: reply.items.length - 1,
    }),
    'extra item items[]',
  ],
  'the text of an error': [8, set('description', secret), 'error text description'],
  'a status': [9, () => ({api_version: '1.0', error: secret, description: secret}), 'status status'],
  'a paging field': [1, set('limit', 100), 'value limit'],
  'a new record': [
    11,
    reply => Object.assign(reply.email_addresses[0], {is_preferred: false}) && reply,
    'value email_addresses[].is_preferred',
  ],
};

test('an identical service has no differences, and new ids are mapped', async t => {
  const comparison = await compareHar(t, await recordedHar(session));
  t.deepEqual(remarks(comparison), {});
  t.is(comparison.results.length, 17);
});

for (const [name, [number, change, found]] of Object.entries(planted)) {
  test(`a planted difference is reported without its value: ${name}`, async t => {
    const har = await recordedHar(session);
    plant(har, number, change);
    if (found === 'status status') {
      har.log.entries[number - 1].response.status = 409;
    }
    const comparison = await compareHar(t, har);
    t.deepEqual(remarks(comparison), {[number]: 'unknown'});
    const {differences} = comparison.results[number - 1]!;
    t.deepEqual([...new Set(differences.map(({class: kind, field}) => `${kind} ${field}`))], [found]);
    const report = comparisonReport(comparison);
    const overrides = JSON.stringify(overridesOf(comparison.results));
    for (const text of [comparisonText(report), comparisonMarkdown(report), JSON.stringify(report), overrides]) {
      t.false(text.includes(secret), text);
    }
  });
}

test('no recorded text appears in reports or override files', async t => {
  const har = await recordedHar(session);
  for (const [number, change] of Object.values(planted)) {
    plant(har, number, change);
  }
  const comparison = await compareHar(t, har);
  const report = comparisonReport(comparison);
  const reports = [comparisonText(report), comparisonMarkdown(report), JSON.stringify(report)].join('\n');
  const words = new Set(['Roof', 'Lee', 'a@example.com', 'b@example.com', 'By post', secret, '2025-12-24']);
  t.deepEqual(
    [...words].filter(word => reports.includes(word)),
    [],
  );
  t.true(comparisonText(report, comparison).includes(secret), 'the terminal output must contain the value');
});

test('a response that does not come from the service is not compared', async t => {
  const har = await recordedHar(session);
  const entries = har.log.entries;
  entries[1].response.status = 429;
  entries[5].response.content.text = entries[5].response.content.text.slice(0, 50);
  entries[6].response.content.text = '<html>';
  entries[6].response.content.size = 6;
  delete entries[9].response.content.text;
  entries[7].response.status = 503;
  const comparison = await compareHar(t, har);
  t.deepEqual(remarks(comparison), Object.fromEntries([2, 6, 7, 8, 10].map(number => [number, 'not comparable'])));
  t.regex(comparison.results[1]!.obstacle!, /^no answer of the service/);
  t.regex(comparison.results[5]!.obstacle!, /whole response/);
});

test('faulted responses are not compared', async t => {
  const har = await recordedHar(async (send, service) => {
    await send('GET', '/api/v1/funds?limit=2');
    await service.fault('listFunds:429');
    await send('GET', '/api/v1/funds?limit=2');
  });
  t.deepEqual(remarks(await compareHar(t, har)), {2: 'not comparable'});
});

test('a write that only the service accepts does not affect later results', async t => {
  const har = await recordedHar(async send => {
    const fund = await send('POST', '/api/v1/funds', {name: 'Roof'});
    await send('GET', `/api/v1/funds/${fund.id}`);
    await send('PATCH', `/api/v1/funds/${fund.id}`, {name: 'Floor'});
    await send('GET', `/api/v1/funds/${fund.id}`);
  });
  har.log.entries[0].request.postData.text = '{"name":5}';
  har.log.entries[2].request.postData.text = '{"name":5}';
  t.deepEqual(remarks(await compareHar(t, har)), {1: 'unknown', 3: 'unknown'});
});

test('a write that only the sandbox accepts is rolled back', async t => {
  const har = await recordedHar(async send => {
    const fund = await send('POST', '/api/v1/funds', {name: 'Roof'});
    await send('PATCH', `/api/v1/funds/${fund.id}`, {name: 5});
    await send('GET', `/api/v1/funds/${fund.id}`);
  });
  har.log.entries[1].request.postData.text = '{"name":"Floor"}';
  t.deepEqual(remarks(await compareHar(t, har)), {2: 'unknown'});
});

test('overrides cover differences that all responses share and that are not personal', async t => {
  const har = await recordedHar(async send => {
    for (const name of ['Roof', 'Floor', 'Wall']) {
      const fund = await send('POST', '/api/v1/funds', {name, financial_goal: 500});
      await send('GET', `/api/v1/funds/${fund.id}`);
    }
    await send('GET', '/api/v1/campaigns');
  });
  for (const number of [1, 3, 5]) {
    plant(har, number, set('financial_goal', 0.5));
  }
  plant(har, 2, set('financial_goal', 7)); // only one of three
  plant(har, 7, set('offset', 1));
  const {results} = await compareHar(t, har);
  t.deepEqual(overridesOf(results), [
    {
      operation: 'createFund',
      when: {status: 200},
      patch: {financial_goal: 0.5},
      reason: 'compare, number 1: financial_goal: number in place of integer',
    },
    {
      operation: 'listCampaigns',
      when: {status: 200},
      patch: {offset: 1},
      reason: 'compare, number 7: offset: integer in place of integer',
    },
  ]);
});

test('a text in place of a value of the contract is treated as personal', async t => {
  const har = await recordedHar(send => send('GET', '/api/v1/campaigns'));
  plant(har, 1, set('item_type', secret));
  const {results} = await compareHar(t, har);
  t.deepEqual(
    results[0]!.differences.map(({field, isPersonal}) => [field, isPersonal]),
    [['item_type', true]],
  );
  t.deepEqual(overridesOf(results), []);
});
