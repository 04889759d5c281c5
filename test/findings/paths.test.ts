import test from 'ava';
import {findingsOf, startWatched} from '../support/findings.js';

/** The suggestions for paths that do not exist, and for methods that a path does not support. */

const ofAnn = {constituent_id: 959400};

/** Requests to unknown paths, each with the first suggestion. */
const paths: ReadonlyArray<readonly [method: string, path: string, near: string, body?: object]> = [
  ['POST', '/constituent_relationships', '/constituents/{id}/constituent_relationships'],
  ['POST', '/constituent_relationships', '/constituents/959400/constituent_relationships', ofAnn],
  ['POST', '/gifts', '/constituents/959400/gifts', {constituent_id: '959400'}],
  ['POST', '/gifts', '/constituents/{id}/gifts', {constituent_id: 'x1'}],
  ['POST', '/gifts', '/constituents/{id}/gifts', {...ofAnn, note: 'x'.repeat(65_536)}],
  ['POST', '/payments', '/constituents/959400/gifts', ofAnn],
  ['POST', '/appeal_requests', '/constituents/959400/appeal_requests', ofAnn],
  ['POST', '/memberships', '/constituents/959400/memberships', ofAnn],
  ['POST', '/email_addresses', '/constituents/959400/email_addresses', ofAnn],
  ['POST', '/group_memberships', '/constituents/959400/group_memberships', ofAnn],
  ['GET', '/relationships', '/constituents/{id}/constituent_relationships'],
  ['GET', '/constituents//gifts', '/constituents/{id}/gifts'],
  ['GET', '/contact_report_types', '/types/contact_report_types'],
  ['GET', '/phone_number_types', '/types/phone_number_types'],
  ['GET', '/search?q[]=name=Auer', '/constituents/search'],
  ['GET', '/group/4', '/groups/4'],
  ['GET', '/constituents/959400/relationships', '/constituents/959400/constituent_relationships'],
  ['GET', '/groups/1/members', '/constituents/{id}/group_memberships'],
  ['GET', '/groups/1/constituents', '/constituents/{id}/group_memberships'],
  ['GET', '/constituents/959400/groups', '/constituents/959400/group_memberships'],
  ['POST', '/contacts', '/constituents'],
  ['GET', '/payments/894315', '/gifts/894315'],
  ['GET', '/donors/959400', '/constituents/959400'],
  ['GET', '/constituents/959400/donations', '/constituents/959400/gifts'],
];

for (const [index, [method, path, near, body]] of paths.entries()) {
  test(`${method} ${path}: ${near} is suggested, ${index}`, async t => {
    const requests = [{method, path: `/api/v1${path}`, ...(body !== undefined && {body})}];
    const found = await findingsOf(await startWatched(t), 'path', {requests});
    t.deepEqual([found.length, found[0]?.nearest?.split(' or ', 1)[0]], [1, `/api/v1${near}`]);
    t.true(found[0]!.message.includes(`${method} /api/v1${near}`));
    t.is(path === '/contacts', found[0]!.nearest!.includes('/contact_reports'));
  });
}

test('a base path in another spelling means the usual one; a path without a known word has no suggestion', async t => {
  const sandbox = await startWatched(t);
  for (const [index, [path, near]] of [
    ['/API/V1/constituents', '/api/v1/constituents'],
    ['/api/v1.0/constituents', '/api/v1/constituents'],
    ['/v1/constituents/abc', '/api/v1/constituents/{id}'],
    ['/v1/types/note_types', '/api/v1/types/note_types'],
    ['/v1/types/wombats', null],
  ].entries()) {
    const [found] = await findingsOf(sandbox, `base-${index}`, {requests: [{path: path!}]});
    t.deepEqual([found?.rule, found?.nearest], ['wrong-base-path', near]);
  }
});

test('the fix for a method that a path does not have is a request that the service has', async t => {
  const sandbox = await startWatched(t);
  for (const [index, [method, path, fix, body]] of (
    [
      ['POST', '/notes', 'POST /api/v1/constituents/{id}/notes'],
      ['POST', '/notes', 'POST /api/v1/constituents/959400/notes', ofAnn],
      ['POST', '/contact_reports', 'POST /api/v1/constituents/959400/contact_reports', ofAnn],
      ['POST', '/constituents/959400', 'PATCH /api/v1/constituents/959400', {first_name: 'Ann'}],
      ['GET', '/constituents/959400/keywords', 'GET /api/v1/constituents/959400/categories'],
      ['POST', '/constituents/959400/categories', 'POST /api/v1/constituents/959400/keywords'],
      ['POST', '/constituents/search', 'GET'],
      ['POST', '/payment_types', 'GET'],
      ['DELETE', '/gifts/search', 'DELETE /api/v1/gifts/{id}'],
      ['PATCH', '/funds', 'PATCH /api/v1/funds/{id}'],
      ['PATCH', '/constituents/959400/gifts', 'GET or POST'],
    ] as const
  ).entries()) {
    const requests = [{method, path: `/api/v1${path}`, ...(body !== undefined && {body})}];
    const [found] = await findingsOf(sandbox, `method-${index}`, {requests});
    t.deepEqual([found?.rule, found?.fix.text], ['method-not-offered', `Send ${fix}.`]);
    t.is(found!.message.includes(`; did you mean ${fix}?`), fix.includes('/'));
  }
});
