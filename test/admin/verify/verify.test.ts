import test, {type ExecutionContext} from 'ava';
import {adminOf} from '../../support/admin.js';
import {type Reply, startTestSandbox} from '../../support/sandbox.js';

/** Opens an account and sends one request, whose number is `base`. */
async function start(t: ExecutionContext) {
  const sandbox = await startTestSandbox(t);
  const admin = adminOf(sandbox);
  const [constituent] = (await admin.api.get('constituents?limit=1')).body.items;
  const [listed] = await sandbox.account(admin.key!.slice('sbx_'.length)).verify({});
  const base = listed!.seq!;
  const path = `constituents/${constituent.id}/gifts`;
  const give = (amount: unknown, more = {}) =>
    admin.api.post(path, {received_amount: amount, received_date: '2026-01-02', gift_type_id: 1, ...more});
  const verify = (body: object) => admin.post('/verify', body);
  return {sandbox, admin, path, give, verify, base};
}

const many = (count: number) => Object.fromEntries(Array.from({length: count}, (_, index) => [`f${index}`, index]));

const seqs = ({body}: Reply): number[] => body.exchanges.map(({seq}: {seq: number}) => seq);

test('a successful verification returns the matching exchanges with their changes', async t => {
  const {give, verify, admin} = await start(t);
  t.is((await give('50')).status, 200);
  t.is((await give('x')).status, 422);
  const reply = await verify({operation: 'createGift', body: {received_amount: 50}, times: 1});
  t.is(reply.status, 200, reply.text);
  t.is(reply.body.count, 1);
  t.like(reply.body.exchanges[0], {operation: 'createGiftOfConstituent', method: 'POST', status: 200, mark: null});
  t.is(reply.body.exchanges[0].change.created.gifts[0].received_amount, 50);
  t.is(reply.body.exchanges[0].body.received_amount, '50');
  const refused = await verify({operation: 'createGift', status: '4xx'});
  t.is(refused.body.exchanges[0].change, null);
  const gift = reply.body.exchanges[0].change.created.gifts[0];
  await admin.api.patch(`gifts/${gift.id}`, {received_amount: 60});
  const updated = await verify({operation: 'updateGift'});
  t.deepEqual(updated.body.exchanges[0].change.changed.gifts[0].fields.received_amount, {from: 50, to: 60});
});

test('a failed verification is a 409 with the expectation, the matches and the nearest requests', async t => {
  const {give, verify, path, base} = await start(t);
  await give(5);
  await give(5, {received_date: '2026-01-03'});
  await give('x');
  const reply = await verify({operation: 'createGift', body: {received_amount: 50, received_date: '2026-01-03'}});
  t.is(reply.status, 409);
  t.like(reply.body, {
    error: 'Verification Failed',
    description:
      'Expected at least once: createGiftOfConstituent, body {"received_amount":50,"received_date":"2026-01-03"}; Found none among 4 requests',
    found: {count: 0, among: 4, exchanges: []},
  });
  t.is(reply.body.evicted, undefined);
  const [first, second, third] = reply.body.nearest;
  t.deepEqual(first, {
    seq: base + 2,
    method: 'POST',
    url: `/api/v1/${path}`,
    status: 200,
    caller: null,
    misses: [{field: 'body.received_amount', expected: 50, found: 5}],
  });
  t.deepEqual([second.seq, third.seq], [base + 3, base + 1], 'equally near requests are listed latest first');
});

test('times is an exact count, a minimum or a maximum, and defaults to at least one', async t => {
  const {give, verify, base} = await start(t);
  await give(1);
  await give(2);
  const status = async (times: unknown) => (await verify({operation: 'createGift', times})).status;
  t.is(await status(2), 200);
  t.is(await status(1), 409);
  t.is(await status(3), 409);
  t.is(await status(0), 409);
  t.is(await status({min: 1}), 200);
  t.is(await status({max: 1}), 409);
  t.is(await status({min: 2, max: 3}), 200);
  t.is((await verify({operation: 'createGift', body: {received_amount: 3}, times: 0})).status, 200);
  t.is((await verify({operation: 'createGift'})).status, 200, 'the default is at least once');
  t.is(
    (await verify({operation: 'createGift', times: 1})).body.description,
    `Expected exactly once: createGiftOfConstituent; Found 2 among 3 requests: #${base + 1}, #${base + 2}`,
  );
});

test('since ignores earlier requests', async t => {
  const {give, verify, base} = await start(t);
  await give(1);
  t.is((await verify({operation: 'createGift', since: base})).status, 200);
  t.is((await verify({operation: 'createGift', since: base + 1})).status, 409);
  t.is((await verify({since: base + 1, times: 0})).status, 200);
});

test('a sequence allows other requests in between, unless strict; other fields filter the requests', async t => {
  const {give, admin, verify, base} = await start(t);
  await give(1);
  await admin.api.get('funds');
  const {body: gift} = await give(2);
  await admin.api.patch(`gifts/${gift.id}`, {received_amount: 3});
  const create = {operation: 'createGift'};
  const update = {operation: 'updateGift'};
  const found = await verify({sequence: [create, update]});
  t.deepEqual(seqs(found), [base + 1, base + 4]);
  t.deepEqual(seqs(await verify({sequence: [create, update], strict: true})), [base + 3, base + 4]);
  const part = await verify({sequence: [create, create, update], strict: true, method: 'POST'});
  t.deepEqual(
    part.body.found.exchanges.map(({seq}: {seq: number}) => seq),
    [base + 1, base + 3],
  );
  const wrong = await verify({sequence: [update, create]});
  t.is(wrong.status, 409);
  t.is(
    wrong.body.description,
    `Expected in order: updateGift; createGiftOfConstituent; Found 1 among 5 requests: #${base + 4}`,
  );
  t.is((await verify({sequence: [create, create], strict: true})).status, 409);
  t.is((await verify({sequence: [create, create], strict: true, operation: 'createGift'})).status, 200);
});

test('unordered matches each description with a different exchange', async t => {
  const {give, verify, base} = await start(t);
  await give(1);
  await give(2);
  const create = {operation: 'createGift'};
  const two = {...create, body: {received_amount: 2}};
  t.deepEqual(seqs(await verify({unordered: [two, create]})), [base + 2, base + 1]);
  t.deepEqual(seqs(await verify({unordered: [create, two]})), [base + 1, base + 2]);
  t.is((await verify({unordered: [two, two]})).status, 409);
  t.is((await verify({unordered: [create, create, create]})).status, 409);
});

test('an invalid verification is rejected with a suggestion', async t => {
  const {verify} = await start(t);
  const cases: ReadonlyArray<readonly [object, number, RegExp]> = [
    [
      {operaton: 'createGift'},
      422,
      /^operaton: unknown field; the body takes operation, .*; did you mean operation\?$/,
    ],
    [{operation: 'createGiff'}, 400, /^operation: there is no "createGiff"; did you mean createGift\?$/],
    [{sequence: [{operation: 'createGiff'}]}, 400, /^sequence\[0\]\.operation: there is no "createGiff"/],
    [
      {sequence: [{operation: 'listFunds', statuz: 1}]},
      422,
      /^sequence\[0\]\.statuz: unknown field; did you mean status\?$/,
    ],
    [{unordered: []}, 422, /^unordered: must be an array of 1 to 50 requests, got an array$/],
    [{phase: 'recieved'}, 422, /^phase: must be one of received, answered, got "recieved"$/],
    [{phase: 'received', status: 200}, 422, /^status: cannot be used with phase "received"/],
    [
      {sequence: [{body: many(60)}, {body: many(60)}]},
      422,
      /^body: must have 100 values at most, in all requests together$/,
    ],
    [{times: -1}, 422, /^times: must be an integer from 0 to 1000, or \{"min", "max"\} of such, got -1$/],
    [{times: {min: 2, max: 1}}, 422, /^times: must be/],
    [{times: 1, sequence: [{}]}, 422, /^times: is for one kind of request/],
    [{strict: true}, 422, /^strict: is for a sequence$/],
    [{sequence: [{}], unordered: [{}]}, 422, /^unordered: cannot be used with sequence$/],
    [{within: '6m'}, 422, /^within: must be a time such as "5s", "500ms" or "PT5S", at most 5 minutes, got "6m"$/],
    [{within: '5'}, 422, /^within: must be/],
    [{since: 1.5}, 422, /^since: must be the number of an exchange, or 0, got 1.5$/],
    [
      {operation: 'createGift', body: {recieved_amount: 1}, times: 0},
      422,
      /^body\.recieved_amount: unknown field; did you mean received_amount\?$/,
    ],
    [
      {operation: 'createGift', body: {amount: 1, end_date: 'x'}, times: 0},
      422,
      /^body\.amount: unknown field; did you mean received_amount\?; body\.end_date: unknown field/,
    ],
  ];
  for (const [body, status, description] of cases) {
    const reply = await verify(body);
    t.is(reply.status, status, reply.text);
    t.regex(reply.body.description, description);
  }
});

test('a truncated body is reported as unknown, never as a mismatch', async t => {
  const {verify, admin} = await start(t);
  await admin.api.post('groups', {name: 'Choir', description: 'x'.repeat(65_000), more: 'y'.repeat(5000)});
  const choir = {operation: 'createGroup', body: {name: 'Choir'}};
  for (const request of [
    {...choir, times: 0},
    {...choir, times: 1},
    {...choir, times: {max: 3}},
    {...choir, within: '30s', times: 0},
  ]) {
    const reply = await verify(request);
    t.is(reply.status, 409, JSON.stringify(request));
    t.is(reply.body.unknown, 1);
    t.regex(reply.body.description, /Not kept whole: the bodies of 1 more, each over 64 KiB/);
  }
  t.is((await verify({operation: 'createGroup', times: 1})).status, 200, 'without a body the request matches');
  t.is((await verify({...choir, operation: 'updateGroup', times: 0})).status, 200, 'another operation does not match');
  await admin.api.post('groups', {name: 'Choir'});
  t.is((await verify(choir)).status, 200, 'at least one matches');
  const never = await verify({...choir, times: 0});
  t.deepEqual([never.status, never.body.unknown], [409, undefined], 'one match is too many');
});

test('evicted exchanges fail a verification that could depend on them', async t => {
  const {verify, admin} = await start(t);
  await admin.api.post('groups', {name: 'Choir'});
  await Promise.all(Array.from({length: 1001}, () => admin.api.get('funds?limit=1')));
  const group = {operation: 'createGroup'};
  for (const request of [
    group,
    {...group, times: 0},
    {...group, times: {max: 3}},
    {sequence: [group]},
    {...group, within: '30s', times: 0},
  ]) {
    const reply = await verify(request);
    t.is(reply.status, 409, JSON.stringify(request));
    t.true(reply.body.evicted >= 2, JSON.stringify(request));
    t.regex(reply.body.description, /Not kept any more: requests up to #\d+\. Name a later one as since/);
  }
  const {evicted} = (await verify(group)).body;
  t.is((await verify({...group, times: 0, since: evicted})).status, 200);
  t.is((await verify({operation: 'listFunds'})).status, 200, 'at least one matches');
  const tooMany = await verify({operation: 'listFunds', times: 3});
  t.deepEqual(
    [tooMany.status, tooMany.body.evicted],
    [409, undefined],
    'too many matches fail regardless of evictions',
  );
  t.is(tooMany.body.found.exchanges.length, 100);
});
