import * as fc from 'fast-check';
import type {Step} from '../../support/traces.js';

const key = fc.constantFrom(
  'sandbox-key',
  'sbx_one',
  'sbx_two',
  'sandbox-readonly-key',
  'sandbox-blocked-key',
  'nobody',
);
const name = fc.constantFrom('one', 'two', 'three');
const text = fc.string({minLength: 1, maxLength: 20});
const id = fc.integer({min: 1, max: 12});

const bodies = fc.oneof(
  fc.record({name: text}),
  fc.record({name: text, unknown: fc.anything()}),
  fc.record({last_name: text, first_name: text, constituent_type: fc.constantFrom('individual', 'organization')}),
  fc.record({received_amount: fc.integer({min: -5, max: 500}), gift_date: fc.constantFrom('2026-01-01', 'never')}),
);

/** Requests of a client to the service. */
export const request: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    method: fc.constantFrom('GET', 'HEAD'),
    path: fc.constantFrom(
      '/api/v1/constituents?limit=2',
      '/api/v1/groups?limit=1&offset=1',
      '/api/v1/groups?limit=many',
      '/api/v1/constituents/search?q=a',
      '/api/v1/nothing?access_token=sbx_two',
      '/api/v2',
    ),
    key,
  }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constantFrom('/api/v1/groups', '/api/v1/constituents'),
    body: bodies,
    key,
  }),
  fc.record({
    method: fc.constantFrom('GET', 'PATCH', 'DELETE', 'PUT'),
    path: id.map(id => `/api/v1/constituents/${id}`),
    body: bodies,
    key,
  }),
  fc.record({method: fc.constant('POST'), path: id.map(id => `/api/v1/constituents/${id}/gifts`), body: bodies, key}),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('/api/v1/groups'),
    raw: fc.constantFrom('{', '[]', 'é"', ''),
    key,
  }),
  fc.record({
    method: fc.constant('POST'),
    path: fc.constant('/api/v1/groups'),
    raw: fc.constant('name=Gala'),
    headers: fc.constantFrom(
      {'content-type': 'text/csv'},
      {origin: 'http://elsewhere.example'},
      {host: 'evil.example'},
    ),
    key,
  }),
);

/** Admin requests of a tester. */
export const control: fc.Arbitrary<Step> = fc
  .tuple(
    fc.oneof(
      fc.record({method: fc.constant('POST'), path: fc.constantFrom('/reset', '/reset?all=true')}),
      fc.record({method: fc.constant('POST'), path: fc.constant('/reset'), body: fc.constant({to: 'empty'})}),
      fc.record({
        method: fc.constant('POST'),
        path: fc.constant('/seed'),
        body: fc.constantFrom<object>(
          {constituents: 3, seed: 5},
          {constituents: 2, baseline: true},
          {records: {constituents: [{$id: 'ada', last_name: 'Lovelace', first_name: 'Ada'}]}},
          {records: {constituents: [{last_name: 7}]}},
        ),
      }),
      fc.record({
        method: fc.constant('PUT'),
        path: fc.constantFrom('/clock', '/clock?all=true'),
        body: fc.constantFrom<object>(
          {now: '2026-05-01'},
          {advance: 'P1M'},
          {mode: 'frozen', tick: 'PT0.4S'},
          {mode: 'running'},
          {mode: 'frozen', now: '2027-01-01T10:00:00Z', tick: null},
        ),
      }),
      fc.record({method: fc.constant('PUT'), path: fc.constantFrom('/snapshots/a', '/snapshots/b?all=true')}),
      fc.record({
        method: fc.constant('POST'),
        path: fc.constantFrom('/snapshots/a/restore', '/snapshots/b/restore?all=true'),
      }),
      fc.record({method: fc.constant('DELETE'), path: fc.constant('/snapshots/a')}),
      fc.record({
        method: fc.constant('POST'),
        path: fc.constant('/accounts'),
        body: fc.record({
          name,
          from: fc.constantFrom<unknown>('baseline', {account: 'default'}, {snapshot: 'a'}),
          ttl: fc.constant(1000),
        }),
      }),
      fc.record({method: fc.constant('DELETE'), path: name.map(name => `/accounts/${name}`)}),
    ),
    fc.constantFrom('sandbox-key', 'sbx_one'),
  )
  .map(([step, key]) => ({...step, path: `/_sandbox${step.path}`, key}));
