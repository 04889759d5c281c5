import test from 'ava';
import {adminOf} from '../support/admin.js';
import {constituentBody} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

test('a diff lists created and deleted records, and changes by field', async t => {
  const own = adminOf(await startTestSandbox(t));
  const nothing = {
    from: 'baseline',
    total: {created: 0, changed: 0, deleted: 0},
    created: {},
    changed: {},
    deleted: {},
    names: {},
  };
  t.deepEqual((await own.get('/diff')).body, nothing);
  const {items} = (await own.api.get('constituents?limit=2')).body;
  const [{id, nick_name}, other] = items;
  await own.api.patch(`constituents/${id}`, {nick_name: 'Kit'});
  const gift = (await own.api.post(`constituents/${id}/gifts`, {gift_type_id: 1, received_amount: 5})).body;
  await own.api.delete(`constituents/${other.id}`);
  const {body} = await own.get('/diff');
  t.deepEqual(body.changed, {
    constituents: [
      {
        id,
        fields: {
          nick_name: {from: nick_name, to: 'Kit'},
          updated_at: {from: items[0].updated_at, to: '2026-01-01T00:00:00Z'},
        },
      },
    ],
  });
  t.deepEqual(Object.keys(body.created), ['gifts']);
  t.like(body.created.gifts[0], {id: gift.id, constituent_id: id, received_amount: 5});
  t.is(body.deleted.constituents[0].id, other.id);
  t.is(body.names[id], items[0].sort_name);
  t.is(body.names[other.id], other.sort_name, 'the name of a deleted constituent is included');
  t.is(body.total.created, 1);
  t.is(body.total.changed, 1);
  t.true(body.total.deleted > 1, 'records deleted with the constituent are included');
  t.false(JSON.stringify(body).includes('sort_key'), 'internal fields are omitted');
});

test('a diff can start from a snapshot, and a reverted change is not listed', async t => {
  const own = adminOf(await startTestSandbox(t));
  const {body: group} = await own.api.post('groups', {name: 'Choir'});
  await own.put('/snapshots/one');
  await own.api.patch(`groups/${group.id}`, {name: 'Band'});
  t.deepEqual((await own.get('/diff?from=one')).body.changed, {
    groups: [{id: group.id, fields: {name: {from: 'Choir', to: 'Band'}, key: undefined}}].map(({id, fields}) => ({
      id,
      fields: {name: fields.name},
    })),
  });
  await own.api.patch(`groups/${group.id}`, {name: 'Choir'});
  t.is((await own.get('/diff?from=one')).body.total.changed, 0);
  t.is((await own.get('/diff')).body.total.created, 1);
  t.is((await own.get('/diff?from=two')).status, 404);
});

test('adding a membership does not change its constituent', async t => {
  const own = adminOf(await startTestSandbox(t));
  const {id} = (await own.api.get('constituents?limit=1')).body.items[0];
  await own.api.post(`constituents/${id}/memberships`, {finish_date: '2050-01-01'});
  const {total, created} = (await own.get('/diff')).body;
  t.deepEqual(total, {created: 1, changed: 0, deleted: 0});
  t.is(created.memberships[0].constituent_id, id);
});

test('a large diff is streamed with the same content', async t => {
  const sandbox = await startTestSandbox(t);
  const own = adminOf(sandbox);
  const description = 'é"'.repeat(15_000);
  for (let number = 0; number < 40; number++) {
    await own.api.post('constituents', {...constituentBody, job_title: description, addressee: description});
  }
  const reply = await own.get('/diff');
  t.is(reply.headers.get('content-length'), null, 'the response is streamed');
  t.is(reply.body.total.created, 40);
  t.true(reply.text.length > 2 ** 20);
  const {created, total} = await sandbox.account(own.key!.slice(4)).diff();
  t.deepEqual(reply.body.created, JSON.parse(JSON.stringify(created)));
  t.deepEqual(reply.body.total, total);
});
