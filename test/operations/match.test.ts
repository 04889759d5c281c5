import test from 'ava';
import {matcherOf} from '../../src/operations/match.js';

const operations = [
  {id: 'list', method: 'GET', path: '/api/v1/gifts'},
  {id: 'search', method: 'GET', path: '/api/v1/gifts/search'},
  {id: 'show', method: 'GET', path: '/api/v1/gifts/{id}'},
  {id: 'update', method: 'PATCH', path: '/api/v1/gifts/{id}'},
  {id: 'under', method: 'POST', path: '/api/v1/funds/{fund_id}/gifts'},
];
const match = matcherOf(operations, {asService: true});

const idOf = (method: string, path: string) => {
  const result = match(method, path);
  return result.kind === 'operation' ? result.operation.id : result.kind;
};

test('a method and a path match an operation and its path parameters', t => {
  const result = match('POST', '/api/v1/funds/7/gifts');
  t.deepEqual(result, {kind: 'operation', operation: operations[4]!, params: {fund_id: '7'}});
  t.is(idOf('GET', '/api/v1/gifts/7'), 'show');
  t.is(idOf('GET', '/api/v1/gifts/search'), 'search');
});

test('PUT matches PATCH, HEAD matches GET, and the suffix .json is ignored', t => {
  t.is(idOf('PUT', '/api/v1/gifts/7.json'), 'update');
  t.is(idOf('HEAD', '/api/v1/gifts.json'), 'list');
});

test('a literal path does not allow the methods of a path with a parameter', t => {
  t.deepEqual(match('PATCH', '/api/v1/gifts/search'), {kind: 'method', allowed: ['GET', 'HEAD']});
});

test('a known path with another method returns the allowed methods', t => {
  t.deepEqual(match('DELETE', '/api/v1/gifts/7'), {kind: 'method', allowed: ['GET', 'HEAD', 'PATCH', 'PUT']});
});

test('paths with other letter case, extra segments or a trailing slash do not match', t => {
  for (const path of [
    '/',
    '/api/v1/Gifts',
    '/api/v1/gifts/',
    '/api/v1/gifts/7/8',
    '/api/v1/funds/7/8/gifts',
    '/gifts',
  ]) {
    t.is(idOf('GET', path), 'none', path);
  }
});

test('a path parameter that cannot be decoded is kept unchanged', t => {
  t.like(match('GET', '/api/v1/gifts/%zz'), {params: {id: '%zz'}});
});

test('admin paths match without .json and without PUT for PATCH', t => {
  const admin = matcherOf([{method: 'PATCH', path: '/_sandbox/snapshots/{name}'}], {asService: false});
  t.like(admin('PATCH', '/_sandbox/snapshots/a.json'), {kind: 'operation', params: {name: 'a.json'}});
  t.deepEqual(admin('PUT', '/_sandbox/snapshots/a'), {kind: 'method', allowed: ['PATCH']});
});
