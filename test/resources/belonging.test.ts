import test from 'ava';
import {created, newConstituent, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

test('a group’s key defaults to its name in snake case, its ordinal to 0', async t => {
  const client = ownAccount(await startTestSandbox(t));
  t.like(await created(client.post('groups', {name: 'Friends of the Choir'})), {
    key: 'friends_of_the_choir',
    ordinal: 0,
  });
  t.like(await created(client.post('groups', {name: 'X', key: 'own', ordinal: '5'})), {key: 'own', ordinal: 5});
});

test('a group membership is created by group name and shows the new name after a rename', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const group = await created(client.post('groups', {name: 'Choir'}));
  const {id} = await newConstituent(client);
  const membership = await created(client.post(`constituents/${id}/group_memberships`, {group_name: 'Choir'}));
  t.like(membership, {constituent_id: id, group_id: group.id, date_start: null, date_end: null, is_current: true});
  await client.patch(`groups/${group.id}`, {name: 'Chorus'});
  t.is((await client.get(`group_memberships/${membership.id}`)).body.group_name, 'Chorus');
  const {status, body} = await client.post(`constituents/${id}/group_memberships`, {group_name: 'Choir'});
  t.is(status, 422);
  t.true(body.description.startsWith('group_name: there is no group named "Choir"'));
});

test('a group membership can be moved to another existing constituent', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const [one, two] = [await newConstituent(client), await newConstituent(client)];
  const membership = await created(client.post(`constituents/${one.id}/group_memberships`, {group_name: 'Staff'}));
  await client.patch(`group_memberships/${membership.id}`, {constituent_id: two.id});
  t.is((await client.get(`constituents/${two.id}`)).body.groups.length, 1);
  t.is((await client.get(`constituents/${one.id}/group_memberships`)).body.total_items, 0);
  t.is((await client.patch(`group_memberships/${membership.id}`, {constituent_id: 1})).status, 422);
});

test('deleting a group deletes its memberships', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const group = await created(client.post('groups', {name: 'Choir'}));
  const {groups} = await newConstituent(client, {groups: [{group_id: group.id}]});
  await client.delete(`groups/${group.id}`);
  t.is((await client.get(`group_memberships/${groups[0].id}`)).status, 404);
});

test('membership levels are sorted by ordinal, then id; the ordinal defaults to 100', async t => {
  const client = ownAccount(await startTestSandbox(t));
  t.is((await created(client.post('membership_levels', {name: 'Last'}))).ordinal, 100);
  await client.post('membership_levels', {name: 'Very first', ordinal: -1});
  await client.post('membership_levels', {name: 'Second of one', ordinal: 1});
  const {items} = (await client.get('membership_levels')).body;
  t.deepEqual(
    items.map(({name}: {name: string}) => name),
    ['Very first', 'General', 'Friend', 'Second of one', 'Gold', 'Silver', 'Diamond', 'Bronze', 'Last'],
  );
});

test('a membership level is optional; an unknown level is rejected', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const post = (body: object) => client.post(`constituents/${id}/memberships`, body);
  const gold = await created(post({membership_level_name: 'Gold', finish_date: '2026-05-01'}));
  t.like(gold, {constituent_id: id, membership_level_name: 'Gold', date_start: null, finish_date: '2026-05-01'});
  t.like(await created(post({})), {membership_level_id: null, membership_level_name: null});
  for (const body of [{membership_level_name: 'Lead'}, {membership_level_id: 1}]) {
    t.is((await post(body)).status, 422);
  }
});

test('deleting a membership level deletes its memberships', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const level = await created(client.post('membership_levels', {name: 'Platinum'}));
  const membership = await created(client.post(`constituents/${id}/memberships`, {membership_level_id: level.id}));
  await client.patch(`membership_levels/${level.id}`, {name: 'Titanium'});
  t.is((await client.get(`memberships/${membership.id}`)).body.membership_level_name, 'Titanium');
  await client.delete(`membership_levels/${level.id}`);
  t.is((await client.get(`memberships/${membership.id}`)).status, 404);
});
