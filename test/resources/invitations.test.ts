import test from 'ava';
import {created, newCategory, newConstituent, newGift, newKeyword, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

async function open(t: import('ava').ExecutionContext) {
  const sandbox = await startTestSandbox(t);
  const client = ownAccount(sandbox);
  const {id} = await newConstituent(client);
  const event = await created(client.post('events', {name: 'Winter Gala', date: '2025-12-05'}));
  return {sandbox, client, id, event};
}

test('an invitation is created under its event or its constituent, with 24 fields', async t => {
  const {client, id, event} = await open(t);
  const expected = {
    constituent_id: id,
    guest_name: 'Ivo Marsh',
    is_a_guest: false,
    parent_invitation_id: 0,
    parent_invitation_guest_name: null,
    event_id: event.id,
    name: 'Event: Winter Gala',
    notes: null,
    rsvp: 0,
    attended: 0,
    raised: 0,
    status: 'unknown',
    donated: false,
    assigned_to: null,
    additional_guests: 0,
    attendees: 0,
    attendee_names: null,
    attend_count: 0,
    attendances: [],
    custom_fields: [],
    custom_attrs: [],
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  };
  const {id: first, ...invitation} = await created(
    client.post(`events/${event.id}/invitations`, {constituent_id: `${id}`}),
  );
  const {api_version, ...fields} = invitation;
  t.deepEqual(fields, expected);
  t.is(Object.keys(expected).length, 23);
  const body = {event_id: event.id, parent_invitation_id: 0};
  const {id: second, ...again} = await created(client.post(`constituents/${id}/invitations`, body));
  t.deepEqual(again, {api_version, ...expected}, 'the same constituent can be invited twice');
  for (const list of [`events/${event.id}/invitations`, `constituents/${id}/invitations`]) {
    const page = (await client.get(list)).body;
    t.is(page.item_type, 'invitation');
    t.deepEqual(
      page.items.map((item: {id: number}) => item.id),
      [first, second],
    );
  }
});

test('an invitation that omits a required reference or names an unknown record is rejected', async t => {
  const {client, id, event} = await open(t);
  for (const [path, body, description] of [
    [`events/${event.id}`, {}, 'constituent_id: is required, or guest_first_name, guest_last_name or parent_in'],
    [`events/${event.id}`, {constituent_id: 1}, 'constituent_id: there is no constituent with id 1'],
    [`events/${event.id}`, {parent_invitation_id: 1}, 'parent_invitation_id: there is no invitation with id 1'],
    [`events/${event.id}`, {constituent_id: id, assigned_to: 1}, 'assigned_to: there is no team member with id 1'],
    [`events/${event.id}`, {constituent_id: id, attendances: [{}]}, 'attendances[0].date: is required'],
    [
      `events/${event.id}`,
      {constituent_id: id, attendances: [{id: 1, date: '2025-12-05'}]},
      'attendances[0].id: there',
    ],
    [`constituents/${id}`, {}, 'event_id: is required'],
    [`constituents/${id}`, {event_id: 1}, 'event_id: there is no event with id 1'],
  ] as const) {
    const reply = await client.post(`${path}/invitations`, body);
    t.is(reply.status, 422, description);
    t.true(reply.body.description.startsWith(description), reply.body.description);
  }
  t.is((await client.get('events/1/invitations')).status, 404);
  t.is((await client.get(`events/${event.id}/invitations`)).body.total_items, 0);
});

test('guest_name is derived from first and last name, an organization’s name or the guest names', async t => {
  const {client, event} = await open(t);
  const nameOf = async (constituent: object) => {
    const {id} = await newConstituent(client, constituent);
    return (await created(client.post(`events/${event.id}/invitations`, {constituent_id: id}))).guest_name;
  };
  t.is(await nameOf({prefix: 'Dr.', middle_name: 'K.', suffix: 'Jr.'}), 'Ivo Marsh');
  t.is(await nameOf({first_name: ' ', last_name: 'Marsh'}), 'Marsh');
  t.is(await nameOf({is_org: true, org_name: 'Marsh & Co', first_name: '', last_name: 'x'}), 'Marsh & Co');
  const guest = await created(
    client.post(`events/${event.id}/invitations`, {guest_first_name: 'Ann', is_a_guest: true}),
  );
  t.like(guest, {guest_name: 'Ann', constituent_id: null, is_a_guest: true});
  t.false('guest_first_name' in guest);
  const {body} = await client.patch(`invitations/${guest.id}`, {guest_last_name: 'Lee'});
  t.is(body.guest_name, 'Ann Lee');
});

test('guests are counted on the parent without changing updated_at, and outlive it', async t => {
  const {sandbox, client, id, event} = await open(t);
  const place = `events/${event.id}/invitations`;
  const parent = await created(client.post(place, {constituent_id: id, rsvp: 1}));
  await sandbox.request('PUT', '/_sandbox/clock', {now: '2026-02-01T00:00:00Z'}, {key: client.key});
  const body = {parent_invitation_id: parent.id, guest_first_name: 'Ann', guest_last_name: 'Lee'};
  const guest = await created(client.post(place, body));
  const names = {guest_name: 'Ann Lee', parent_invitation_guest_name: 'Ivo Marsh'};
  t.like(guest, {is_a_guest: true, constituent_id: null, parent_invitation_id: parent.id, ...names});
  const {body: shown} = await client.get(`invitations/${parent.id}`);
  t.deepEqual(shown, {...parent, additional_guests: 1});
  t.is((await client.patch(`invitations/${guest.id}`, {parent_invitation_id: guest.id})).status, 422);
  t.is((await client.delete(`invitations/${parent.id}`)).status, 200);
  const after = (await client.get(`invitations/${guest.id}`)).body;
  t.deepEqual(after, {...guest, parent_invitation_guest_name: null});
});

test('rsvp and attendances set the status; a PATCH appends attendances or updates them by id', async t => {
  const {client, id, event} = await open(t);
  const {id: invitation} = await created(client.post(`events/${event.id}/invitations`, {constituent_id: id}));
  const change = async (body: object) => (await client.patch(`invitations/${invitation}`, body)).body;
  for (const [rsvp, status] of [
    [1, 'yes'],
    [2, 'no'],
    [3, 'maybe'],
    [4, 'unknown'],
    [0, 'unknown'],
  ] as const) {
    t.like(await change({rsvp}), {rsvp, status, attended: 0, attendees: 0});
  }
  const two = await change({rsvp: 2, attendances: [{date: '2025-12-05', notes: 'Early'}, {date: '2025-12-06'}]});
  t.like(two, {rsvp: 2, attended: 1, status: 'attended', attendees: 1, attend_count: 0});
  const [first, second] = two.attendances;
  t.deepEqual(Object.keys(first), ['id', 'date', 'notes']);
  t.like(second, {date: '2025-12-06', notes: null});
  const three = await change({attended: 0, attendances: [{date: '2025-12-07'}, {id: second.id, date: '2025-12-08'}]});
  t.deepEqual(three.attendances.slice(0, 2), [first, {...second, date: '2025-12-08'}]);
  t.is(three.attendances.length, 3);
  t.is(three.attended, 1, 'an invitation with attendances stays attended');
  t.deepEqual((await change({notes: 'x'})).attendances, three.attendances);
});

test('raised and donated reflect the constituent’s gifts to the event; name reflects event_id', async t => {
  const {client, id, event} = await open(t);
  const other = await created(client.post('events', {name: 'Fun Run'}));
  const invitation = await created(client.post(`constituents/${id}/invitations`, {event_id: event.id}));
  await newGift(client, id, {event_id: event.id, received_amount: 0.1});
  await newGift(client, id, {event_id: event.id, received_amount: 0.2});
  await newGift(client, id, {event_id: other.id, received_amount: 50});
  t.like((await client.get(`invitations/${invitation.id}`)).body, {raised: 0.3, donated: true});
  const {body} = await client.patch(`invitations/${invitation.id}`, {event_id: other.id});
  t.like(body, {event_id: other.id, name: 'Event: Fun Run', raised: 50});
});

test('deleting an event keeps its invitations; deleting a constituent deletes its invitations', async t => {
  const {client, id, event} = await open(t);
  const invitation = await created(client.post(`constituents/${id}/invitations`, {event_id: event.id}));
  await client.delete(`events/${event.id}`);
  t.deepEqual((await client.get(`invitations/${invitation.id}`)).body, invitation);
  await client.delete(`constituents/${id}`);
  t.is((await client.get(`invitations/${invitation.id}`)).status, 404);
});

test('an invitation stores custom fields of any category and custom attributes for invitations', async t => {
  const {client, id, event} = await open(t);
  const category = await newCategory(client, {name: 'Table'});
  const keyword = await newKeyword(client, category.id, 'Front');
  const [definition] = (await client.get('attributes?item_type=Invitation')).body.items;
  const invitation = await created(
    client.post(`constituents/${id}/invitations`, {
      event_id: event.id,
      custom_fields: [{id: category.id, values: [{id: keyword.id}]}],
      custom_attrs: [
        {key: definition.key, value: 'Soup'},
        {key: 'no_such_key', value: 'x'},
      ],
    }),
  );
  t.like(invitation.custom_fields[0], {name: 'Table', values: [{name: 'Front'}]});
  t.is(invitation.custom_attrs.length, 1);
  t.like(invitation.custom_attrs[0], {key: definition.key, value: 'Soup'});
});

test('invitations are imported in response form, with guests and events not in the account', async t => {
  const {sandbox, client, id} = await open(t);
  const seed = async (invitations: object[]) =>
    sandbox.post('/_sandbox/seed', {records: {invitations}}, {key: client.key});
  const reply = {
    id: 7001,
    constituent_id: null,
    guest_name: 'Mary Ann Lee',
    is_a_guest: true,
    parent_invitation_id: 7002,
    event_id: 8001,
    name: 'Event: Harvest Fair',
    attendances: [{id: 9001, date: '2025-09-01', notes: null}],
    status: 'attended',
    created_at: '2025-08-01T00:00:00Z',
  };
  const parent = {id: 7002, constituent_id: id, event_id: 8001, rsvp: 1};
  t.is((await seed([reply, parent])).status, 200);
  t.like((await client.get('events/8001')).body, {name: 'Harvest Fair', date: null});
  t.like((await client.get('invitations/7001')).body, {...reply, attended: 1});
  t.like((await client.get('invitations/7002')).body, {additional_guests: 1});
  const refused = await seed([{event_id: 8001}, {constituent_id: id}]);
  t.regex(
    refused.body.description,
    /^records\.invitations\[0\]\.constituent_id: is required, or .*\n.*\[1\]\.event_id: is/,
  );
});

test('the default data has invitations in every state and an event with more than one page', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'default'}));
  const {items: events} = (await client.get('events?limit=500')).body;
  const pages = await Promise.all(
    events.map(async ({id}: {id: number}) => (await client.get(`events/${id}/invitations?limit=500`)).body),
  );
  t.true(Math.max(...pages.map(page => page.total_items)) > 25);
  const all = pages.flatMap(page => page.items);
  for (const state of ['attended', 'yes', 'no', 'maybe', 'unknown']) {
    t.true(
      all.some(({status}) => status === state),
      state,
    );
  }
  for (const [name, matches] of Object.entries({
    guests: one => one.constituent_id === null && one.parent_invitation_guest_name !== null,
    parents: one => one.additional_guests > 1,
    'two days': one => one.attendances.length > 1,
    attributes: one => one.custom_attrs.length > 0,
    fields: one => one.custom_fields.length > 0,
    assigned: one => one.assigned_to !== null,
    'of an event without a date': one => one.name === 'Event: Open House',
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into a reply without declaring its shape
  } satisfies Record<string, (one: any) => boolean>)) {
    t.true(all.some(matches), name);
  }
});
