import test from 'ava';
import {created, newConstituent, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

test('name, date and type have defaults; text has none', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {id} = await newConstituent(client);
  const report = await created(client.post(`constituents/${id}/contact_reports`, {text: 'Called.'}));
  t.like(report, {
    constituent_id: id,
    name: "Contact report for 'Marsh, Ivo'",
    contact_report_type_name: 'Call',
    original_date: '2026-01-01',
    text: 'Called.',
    team_member: null,
    team_member_email: null,
  });
  const {status, body} = await client.post(`constituents/${id}/contact_reports`, {});
  t.is(status, 422);
  t.is(body.description, 'text: is required');
});

test('type and team member are named by name; the report can move to another constituent', async t => {
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
