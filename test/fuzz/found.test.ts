import test from 'ava';
import {startTestSandbox} from '../support/sandbox.js';

/** FaultRules that the fuzz has found: each in the fewest requests, so that none comes back. */

test('the document says how large a number in a query may be', async t => {
  const {get} = await startTestSandbox(t);
  const {parameters} = (await get('/openapi.json')).body.paths['/api/v1/gift_categories'].get;
  for (const {name, schema} of parameters) {
    t.is((await get(`/api/v1/gift_categories?${name}=${schema.maximum}`)).status, 200, name);
    t.is((await get(`/api/v1/gift_categories?${name}=${schema.maximum + 1}`)).status, 400, name);
  }
  t.is(parameters.length, 3);
});

test('a path of its own offers nothing of the path with an id that it looks like', async t => {
  const {url, key} = await startTestSandbox(t);
  for (const kind of ['constituents', 'gifts', 'contact_reports']) {
    for (const method of ['DELETE', 'PATCH', 'PUT', 'POST']) {
      const headers = {authorization: `Bearer ${key}`};
      const {status, headers: answered} = await fetch(`${url}/api/v1/${kind}/search`, {method, headers});
      t.deepEqual([status, answered.get('allow')], [405, 'GET, HEAD'], `${method} ${kind}`);
    }
  }
});

test('a null that would empty what is never empty is refused, in what a body nests too', async t => {
  const {get, patch} = await startTestSandbox(t);
  const {items} = (await get('/api/v1/constituents/search?limit=100&expand=groups')).body;
  const {id, groups} = items.find(({groups}: {groups: unknown[]}) => groups.length > 0);
  const {status, body} = await patch(`/api/v1/constituents/${id}`, {groups: [{...groups[0], is_current: null}]});
  t.is(status, 422);
  t.is(body.description, 'groups[0].is_current: cannot be null');
});

test('a null in place of a name is refused by the field that was sent', async t => {
  const {get, patch} = await startTestSandbox(t);
  const [{id}] = (await get('/api/v1/contact_reports?limit=1')).body.items;
  const [{id: constituent}] = (await get('/api/v1/constituents?limit=1')).body.items;
  for (const [path, field] of [
    [`contact_reports/${id}`, 'constituent_id'],
    [`constituents/${constituent}`, 'constituent_contact_type_id'],
    [`constituents/${constituent}`, 'constituent_contact_type_name'],
  ] as const) {
    const {status, body} = await patch(`/api/v1/${path}`, {[field]: null});
    t.is(status, 422);
    t.is(body.description, `${field}: cannot be null`);
  }
  const named = {contact_report_type_id: null, contact_report_type_name: 'Email'};
  t.is((await patch(`/api/v1/contact_reports/${id}`, named)).body.contact_report_type_name, 'Email');
});

test('a value that names nothing is refused in a custom field that is ignored', async t => {
  const {get, patch} = await startTestSandbox(t);
  const [{id}] = (await get('/api/v1/gifts/search?limit=1')).body.items;
  const sent = (values: object[]) => patch(`/api/v1/gifts/${id}`, {custom_fields: [{name: 'No such field', values}]});
  t.is((await sent([{name: 'x'}])).status, 200);
  t.is((await sent([{}])).body.description, 'custom_fields[0].values[0].id: is required, or name, or short_code');
});

test('a day of the year is one that the calendar has, and the document says so', async t => {
  const {get} = await startTestSandbox(t);
  const {pattern} = (await get('/openapi.json')).body.components.schemas.StreetAddress.properties.seasonal_from;
  const form = new RegExp(pattern, 'u');
  for (const day of ['01-01', '02-29', '04-30', '12-31']) {
    t.regex(day, form);
  }
  for (const day of ['00-01', '01-00', '02-30', '04-31', '12-32', '13-01', '99-99']) {
    t.notRegex(day, form);
  }
});
