import test from 'ava';
import {startTestSandbox} from '../support/sandbox.js';

/** Regression tests for bugs that the fuzz found, each with a minimal number of requests. */

test('the maximum of a number in a query matches the document', async t => {
  const {get} = await startTestSandbox(t);
  const {parameters} = (await get('/openapi.json')).body.paths['/api/v1/gift_categories'].get;
  for (const {name, schema} of parameters) {
    t.is((await get(`/api/v1/gift_categories?${name}=${schema.maximum}`)).status, 200, name);
    t.is((await get(`/api/v1/gift_categories?${name}=${schema.maximum + 1}`)).status, 400, name);
  }
  t.is(parameters.length, 3);
});

test('a search path does not support the methods of the path with an id', async t => {
  const {url, key} = await startTestSandbox(t);
  for (const kind of ['constituents', 'gifts', 'contact_reports']) {
    for (const method of ['DELETE', 'PATCH', 'PUT', 'POST']) {
      const headers = {authorization: `Bearer ${key}`};
      const {status, headers: responseHeaders} = await fetch(`${url}/api/v1/${kind}/search`, {method, headers});
      t.deepEqual([status, responseHeaders.get('allow')], [405, 'GET, HEAD'], `${method} ${kind}`);
    }
  }
});

test('null for a non-nullable field of a nested record is rejected', async t => {
  const {get, patch} = await startTestSandbox(t);
  const {items} = (await get('/api/v1/constituents/search?limit=100&expand=groups')).body;
  const {id, groups} = items.find(({groups}: {groups: unknown[]}) => groups.length > 0);
  const {status, body} = await patch(`/api/v1/constituents/${id}`, {groups: [{...groups[0], is_current: null}]});
  t.is(status, 422);
  t.is(body.description, 'groups[0].is_current: cannot be null');
});

test('null for a required reference is rejected with the name of the field that was sent', async t => {
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

test('a value without id and name is rejected even in an ignored custom field', async t => {
  const {get, patch} = await startTestSandbox(t);
  const [{id}] = (await get('/api/v1/gifts/search?limit=1')).body.items;
  const sent = (values: object[]) => patch(`/api/v1/gifts/${id}`, {custom_fields: [{name: 'No such field', values}]});
  t.is((await sent([{name: 'x'}])).status, 200);
  t.is((await sent([{}])).body.description, 'custom_fields[0].values[0].id: is required, or name, or short_code');
});

test('the pattern of seasonal_from in the document accepts only days of the calendar', async t => {
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
