import test, {type ExecutionContext} from 'ava';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {created, everyItem, newConstituent, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

test('name and date have defaults; text is required', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const report = await created(client.post(`constituents/${id}/contact_reports`, {text: 'Called.'}));
  t.like(report, {
    constituent_id: id,
    name: "Contact report for 'Marsh, Ivo'",
    contact_report_type_id: null,
    contact_report_type_name: null,
    original_date: '2026-01-01',
    text: 'Called.',
    team_member: null,
    team_member_email: null,
  });
  const {status, body} = await client.post(`constituents/${id}/contact_reports`, {});
  t.is(status, 422);
  t.is(body.description, 'text: is required');
});

test('type and team member are set by name; the report can be moved to another constituent', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const [one, two] = [await newConstituent(client), await newConstituent(client)];
  const sent = {
    text: 'Met.',
    contact_report_type_name: 'Meeting',
    team_member: 'Pat Quinn',
    original_date: '2025-05-05',
  };
  const report = await created(client.post(`constituents/${one.id}/contact_reports`, sent));
  t.like(report, {...sent, team_member_email: 'team_member@example.com'});
  const {body} = await client.patch(`contact_reports/${report.id}`, {constituent_id: two.id, team_member: null});
  t.like(body, {constituent_id: two.id, text: 'Met.', team_member: null});
  t.is((await client.patch(`contact_reports/${report.id}`, {constituent_id: 1})).status, 422);
});

const open = async (t: ExecutionContext, options: StartOptions = {}) => {
  const client = ownAccount(await startTestSandbox(t, options));
  const {id} = await newConstituent(client);
  return {client, place: `constituents/${id}/contact_reports`};
};

test('observed 6: an unknown team member is dropped; an update keeps the previous one', async t => {
  const {client, place} = await open(t);
  const nobody = await created(client.post(place, {text: 'Met.', team_member: 'Nobody Here'}));
  t.like(nobody, {team_member: null, team_member_email: null});
  const report = await created(client.post(place, {text: 'Met.', team_member: 'Pat Quinn'}));
  const path = `contact_reports/${report.id}`;
  t.like((await client.patch(path, {team_member: 'Nobody Here'})).body, {team_member: 'Pat Quinn'});
  t.like((await client.patch(path, {team_member: 1})).body, {team_member: 'Pat Quinn'});
  t.like((await client.patch(path, {team_member: ''})).body, {team_member: null, team_member_email: null});
});

test('observed 6: strict mode rejects an unknown team member', async t => {
  const {client, place} = await open(t, {strict: true});
  const {status, body} = await client.post(place, {text: 'Met.', team_member: 'Nobody Here'});
  t.is(status, 422);
  t.is(body.description, 'team_member: no team member matches "Nobody Here"; give an id, an e-mail or "First Last"');
});

test('observed 7: an unknown type name creates the type and uses it', async t => {
  const {client, place} = await open(t);
  const before = await everyItem(client, 'types/contact_report_types');
  const report = await created(client.post(place, {text: 'Hi.', contact_report_type_name: 'Video Call'}));
  const types = await everyItem(client, 'types/contact_report_types');
  const videoCall = types.find(({name}) => name === 'Video Call');
  t.is(types.length, before.length + 1);
  t.deepEqual(videoCall, {
    id: Math.max(...before.map(({id}) => id)) + 1,
    name: 'Video Call',
    display_name: 'Video Call',
    code: 'video_call',
    ordinal: 100,
  });
  t.like(report, {contact_report_type_id: videoCall.id, contact_report_type_name: 'Video Call'});
  const again = await created(client.post(place, {text: 'Hi.', contact_report_type_name: 'Video Call'}));
  t.is(again.contact_report_type_id, videoCall.id);
  const {body} = await client.patch(`contact_reports/${report.id}`, {contact_report_type_name: 'Fax'});
  t.is(body.contact_report_type_id, videoCall.id + 1);
});

test('observed 7: a rejected request creates no type', async t => {
  const {client, place} = await open(t);
  const before = await everyItem(client, 'types/contact_report_types');
  t.is((await client.post(place, {text: ' ', contact_report_type_name: 'Video Call'})).status, 422);
  t.deepEqual(await everyItem(client, 'types/contact_report_types'), before);
});

test('observed 8: a missing, blank or unknown type is stored as null', async t => {
  const {client, place} = await open(t);
  const none = {contact_report_type_id: null, contact_report_type_name: null};
  t.like(await created(client.post(place, {text: 'Hi.'})), none);
  t.like(await created(client.post(place, {text: 'Hi.', contact_report_type_id: 999_999})), none);
  t.like(await created(client.post(place, {text: 'Hi.', contact_report_type_name: ' '})), none);
  const report = await created(client.post(place, {text: 'Hi.', contact_report_type_name: 'Call'}));
  const path = `contact_reports/${report.id}`;
  t.is((await client.patch(path, {text: 'Ho.'})).body.contact_report_type_name, 'Call');
  t.like((await client.patch(path, {contact_report_type_id: 999_999})).body, none);
  t.like((await client.get('contact_reports/search?q[]=contact_report_type_id=999999')).body, {items: []});
});

test("observed 9: a blank text is rejected with Text can't be blank", async t => {
  const {client, place} = await open(t);
  const report = await created(client.post(place, {text: 'Hi.'}));
  for (const text of ['', '  ', '\n']) {
    for (const {status, body} of [
      await client.post(place, {text}),
      await client.patch(`contact_reports/${report.id}`, {text}),
    ]) {
      t.is(status, 422);
      t.is(body.description, "Text can't be blank");
    }
  }
});

test('observed 22: a report with a null team member has no e-mail; the default data has some', async t => {
  const {client, place} = await open(t);
  const report = await created(client.post(place, {text: 'Hi.', team_member: null}));
  t.like(report, {team_member: null, team_member_email: null});
  t.true((await everyItem(client, 'contact_reports')).some(({team_member}) => team_member === null));
});

test('the list and the search of contact reports sort by name, date and constituent', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'empty'}));
  const [one, two] = [await newConstituent(client), await newConstituent(client)];
  for (const [{id}, name, original_date] of [
    [two, 'Beta', '2025-02-02'],
    [one, 'Gamma', '2025-01-01'],
    [one, 'Alpha', '2025-02-02'],
  ] as const) {
    await created(client.post(`constituents/${id}/contact_reports`, {text: 'Hi.', name, original_date}));
  }
  const names = async (path: string) =>
    (await client.get(path)).body.items.map(({name}: {name: string}) => name).join();
  t.is(await names('contact_reports'), 'Beta,Gamma,Alpha');
  t.is(await names('contact_reports/search'), 'Alpha,Beta,Gamma', 'ties are sorted by descending id');
  for (const path of ['contact_reports', 'contact_reports/search']) {
    t.is(await names(`${path}?sort=name`), 'Alpha,Beta,Gamma');
    t.is(await names(`${path}?sort=name!`), 'Gamma,Beta,Alpha');
    t.is(await names(`${path}?sort=date`), 'Gamma,Beta,Alpha');
    t.is(await names(`${path}?sort=date!`), 'Alpha,Beta,Gamma');
    t.is(await names(`${path}?sort=constituent_id`), 'Gamma,Alpha,Beta');
    t.is(await names(`${path}?sort=constituent_id!`), 'Beta,Gamma,Alpha');
    const {status, body} = await client.get(`${path}?sort=age`);
    t.is(status, 400);
    t.is(body.description, 'sort: must be one of name, date, constituent_id, with ! behind it to reverse, got "age"');
  }
});

test('a team member must be an id or a string; other values are rejected', async t => {
  const {client, place} = await open(t);
  for (const team_member of [12.5, 1e300, true, ['Pat Quinn']]) {
    const {status, body} = await client.post(place, {text: 'Met.', team_member});
    t.is(status, 422, String(team_member));
    t.true(body.description.startsWith('team_member: must be'), body.description);
  }
});
