import test from 'ava';
import {noCapacities, usualCapacities} from '../../src/operations/caches.js';
import {catalog} from '../../src/resources/index.js';
import {startSandboxOf} from '../../src/sandbox/start-sandbox.js';
import {frozen} from '../support/sandbox.js';

type Request = readonly [method: string, path: string, body?: object];

const search = '/api/v1/constituents/search?q[]=name=a&limit=3';
const newcomer = {first_name: 'Ada', last_name: 'Aalto', email_addresses: []};

/** Requests every cached result before and after the data that it depends on changes. */
const script: readonly Request[] = [
  ['GET', '/api/v1/constituents?limit=3'],
  ['GET', search],
  ['GET', `${search}&offset=3`],
  ['GET', `${search}&sort=!name`],
  ['POST', '/api/v1/constituents', newcomer],
  ['GET', search],
  ['GET', '/api/v1/constituents/search?limit=2&expand=categories,groups,memberships,custom_attrs'],
  ['GET', '/api/v1/constituents/search?limit=3&expand=categories,groups,memberships,custom_attrs'],
  ['GET', '/api/v1/gifts/search?q[]=gift_amount=gte|100&limit=2'],
  ['GET', '/api/v1/gifts/search?q[]=gift_amount=gte|100&limit=2&offset=2'],
  ['GET', `${search}&q[]=city=nowhere`],
  ['GET', '/api/v1/constituents/search?q[]=unheard_of=1'],
  ['POST', '/_sandbox/clock', {now: '2030-01-01T00:00:00Z'}],
  ['GET', '/api/v1/constituents/search?q[]=membership_status=1&limit=2'],
  ['POST', '/_sandbox/reset', {to: 'empty'}],
  ['GET', search],
  ['POST', '/api/v1/constituents', newcomer],
  ['GET', search],
  ['POST', '/_sandbox/reset', {to: 'empty'}],
  ['GET', search],
  ['POST', '/_sandbox/reset'],
  ['GET', search],
];

test('responses are the same with and without caches', async t => {
  const repliesWith = async (capacities: typeof usualCapacities) => {
    await using sandbox = await startSandboxOf(catalog, {profile: 'small', now: frozen}, capacities);
    const replies: string[] = [];
    for (const [method, path, body] of script) {
      const response = await fetch(`${sandbox.url}${path}`, {
        method,
        headers: {authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json'},
        ...(body !== undefined && {body: JSON.stringify(body)}),
      });
      replies.push(`${method} ${path}: ${response.status} ${(await response.text()).replaceAll(sandbox.url, '')}`);
    }
    return replies;
  };
  const usual = await repliesWith(usualCapacities);
  t.true(Object.values(noCapacities).every(capacity => capacity === 0));
  t.true(Object.values(usualCapacities).every(capacity => capacity > 0));
  t.true(new Set(usual).size > script.length / 2, 'the script has too few distinct responses');
  t.deepEqual(await repliesWith(noCapacities), usual);
});
