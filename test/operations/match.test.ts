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
  const found = match(method, path);
  return found.kind === 'operation' ? found.operation.id : found.kind;
};

test('a method and a path name an operation, and what stands in the place of its braces', t => {
  const found = match('POST', '/api/v1/funds/7/gifts');
  t.deepEqual(found, {kind: 'operation', operation: operations[4]!, params: {fund_id: '7'}});
  t.is(idOf('GET', '/api/v1/gifts/7'), 'show');
  t.is(idOf('GET', '/api/v1/gifts/search'), 'search');
});

test('PUT is taken for PATCH, HEAD for GET, and .json is no part of a path', t => {
  t.is(idOf('PUT', '/api/v1/gifts/7.json'), 'update');
  t.is(idOf('HEAD', '/api/v1/gifts.json'), 'list');
});

test('a path of its own offers nothing of the path with an id that it looks like', t => {
  t.deepEqual(match('PATCH', '/api/v1/gifts/search'), {kind: 'method', allowed: ['GET', 'HEAD']});
});

test('a known path says what it takes', t => {
  t.deepEqual(match('DELETE', '/api/v1/gifts/7'), {kind: 'method', allowed: ['GET', 'HEAD', 'PATCH', 'PUT']});
});

test('no other path is known, whatever its letters or its end', t => {
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

test('a text that cannot be decoded is a parameter as it is', t => {
  t.like(match('GET', '/api/v1/gifts/%zz'), {params: {id: '%zz'}});
});

test('the paths of the sandbox itself have no suffix and no second method', t => {
  const admin = matcherOf([{method: 'PATCH', path: '/_sandbox/snapshots/{name}'}], {asService: false});
  t.like(admin('PATCH', '/_sandbox/snapshots/a.json'), {kind: 'operation', params: {name: 'a.json'}});
  t.deepEqual(admin('PUT', '/_sandbox/snapshots/a'), {kind: 'method', allowed: ['PATCH']});
});
