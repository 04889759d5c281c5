import test from 'ava';
import {parametersWithoutKey, withoutKey} from '../../src/exchanges/redact.js';

test('a key in a misspelt parameter is hidden, in any spelling', t => {
  for (const name of [
    'access_token',
    'acess_token',
    'accesstoken',
    'accessToken',
    'access-token',
    'access_tokn',
    'Access_Token',
    'access_token[]',
    'access_token%5B0%5D',
    '%61ccess_toke',
    'api_key',
    'apikey',
    'api_ky',
    'key',
    'token',
    'auth',
    'secret',
    'access',
  ]) {
    t.is(
      withoutKey(`/api/v1/groups?limit=1&${name}=s3cret&offset=2`),
      `/api/v1/groups?limit=1&${name}=[hidden]&offset=2`,
      name,
    );
    t.deepEqual(parametersWithoutKey({[decodeURIComponent(name)]: 's3cret', limit: '1'}), {limit: '1'}, name);
  }
});

test('parameters without a key are not hidden', t => {
  for (const query of [
    'q[]=keyword%3D1',
    'limit=25&offset=50',
    'sort=date!',
    'expand=categories',
    'item_type=Gift',
    'permanent=1',
    'page=2',
    'tokens=1',
    'const_keyword=4',
  ]) {
    t.is(withoutKey(`/api/v1/gifts?${query}`), `/api/v1/gifts?${query}`);
  }
});

test('a key in the user info of a URI is hidden', t => {
  t.is(
    withoutKey('http://s3cret:@127.0.0.1:4080/api/v1/groups?limit=1'),
    'http://[hidden]@127.0.0.1:4080/api/v1/groups?limit=1',
  );
  t.is(withoutKey('HTTPS://s3cret@crm/x'), 'HTTPS://[hidden]@crm/x');
  t.is(withoutKey('//a@b:s3cret@crm/x'), '//[hidden]@crm/x');
  t.is(withoutKey('/api/v1/groups?q[]=eaddr%3Da@b'), '/api/v1/groups?q[]=eaddr%3Da@b');
  t.is(withoutKey('http://127.0.0.1/a@b'), 'http://127.0.0.1/a@b');
});
