import test from 'ava';
import type {ExampleRequest} from '../../src/findings/rule.js';
import {findingsOf, startWatched} from '../support/findings.js';

/** What a rule says beside its examples: worse cases, milder ones, and ones that look like it. */

interface Case {
  readonly what: string;
  readonly requests: readonly ExampleRequest[];
  readonly findings: readonly string[];
  readonly options?: object;
}

const post = (path: string, body: object): ExampleRequest => ({method: 'POST', path: `/api/v1${path}`, body});
const get = (path: string): ExampleRequest => ({path: `/api/v1${path}`});

const gift = {gift_type_name: 'Gift', received_amount: 50, received_date: '2025-12-24', external_id: 'a-1'};
const ann = {first_name: 'Ann', last_name: 'Lee'};
const looked = get('/constituents/search?q[]=name=nobody');

const cases: readonly Case[] = [
  {
    what: 'a blank name is unset, with or without an id',
    requests: [
      post('/constituents/959400/gifts', {
        ...gift,
        appeal_name: '',
        event_name: ' ',
        ack_template_name: '',
        fund_name: '',
      }),
      post('/constituents/959400/gifts', {...gift, external_id: 'a-2', fund_id: 2417, fund_name: ''}),
    ],
    findings: ['info id-of-another-account'],
  },
  {
    what: 'a post whose first record was deleted is no repetition',
    requests: [
      post('/constituents/959400/email_addresses', {address: 'q@example.org'}),
      {method: 'DELETE', path: '/api/v1/email_addresses/276576'},
      post('/constituents/959400/email_addresses', {address: 'q@example.org'}),
    ],
    findings: [],
  },
  {
    what: 'a failed search for somebody else has nothing to do with a new constituent',
    requests: [
      get('/constituents?email=a@example.net'),
      post('/constituents', {first_name: 'Bo', last_name: 'Ek', email_addresses: [{address: 'b@example.org'}]}),
    ],
    findings: ['error search-on-list-path', 'info create-without-lookup'],
  },
  {
    what: 'a constituent that is posted twice is one cause',
    requests: [
      looked,
      ...[1, 2].map(() => post('/constituents', {...ann, email_addresses: [{address: 'a@example.org'}]})),
    ],
    findings: ['error duplicate-constituent'],
  },
  {
    what: 'an amount under another name is one finding, accepted or refused',
    requests: [
      post('/constituents/959400/gifts', {gift_type_name: 'Gift', amount: 5, external_id: 'x-1'}),
      post('/constituents/959400/gifts', {amount: 5, external_id: 'x-2'}),
    ],
    findings: ['error zero-gift', 'warn required-left-out'],
  },
  {
    what: 'an id of a gift type that does not exist',
    requests: [post('/constituents/959400/gifts', {...gift, gift_type_id: 2, gift_type_name: 'Pledge'})],
    findings: ['error id-of-another-account'],
  },
  {
    what: 'a type of gift that is refused',
    requests: [post('/constituents/959400/gifts', {...gift, gift_type_name: 'In-Kind'})],
    findings: ['error name-resolves-to-nothing'],
  },
  {
    what: 'a PATCH of which no field is accepted writes nothing',
    requests: [{method: 'PATCH', path: '/api/v1/gifts/894315', body: {wombat: 1, sort_name: 'x'}}],
    findings: ['error unknown-body-field'],
  },
  {
    what: 'the date of an event under another name',
    requests: [post('/events', {name: 'Gala', event_date: '2025-12-01'})],
    findings: ['error unknown-body-field'],
  },
  {
    what: 'every path without an operation, and every method that a path lacks',
    requests: [
      ...['/api/v1constituents/959400', '/v1/constituent/959400', '/v1/wombat', '/foo'].map(path => ({path})),
      {method: 'PATCH', path: '/api/v1/funds', body: {name: 'x'}},
    ],
    findings: ['error wrong-base-path', 'error method-not-offered'],
  },
  {
    what: 'a write that names a fund of a page that was never read makes it an error',
    requests: [
      get('/funds'),
      post('/constituents/959400/gifts', {...gift, fund_name: 'Mentoring Fund'}),
      get('/funds?offset=0'),
    ],
    findings: ['warn first-page-only'],
  },
  {
    what: 'the same with a fund that stands on the second page',
    requests: [get('/funds?limit=12'), post('/constituents/959400/gifts', {...gift, fund_id: 2417})],
    findings: ['error first-page-only', 'info id-of-another-account'],
  },
  {
    what: 'a single q is an info',
    requests: [get('/constituents/search?q=name=Auer&expand=groups')],
    findings: ['info scalar-q-repeated'],
  },
  {
    what: 'all gifts searched to their end twice are a warning',
    requests: [get('/gifts/search?limit=500'), get('/gifts/search?limit=500')],
    findings: ['warn search-without-term', 'info money-counted-twice'],
  },
  {
    what: 'a name that makes a new type is told',
    requests: [
      post('/constituents/959400/contact_reports', {
        text: 'x',
        original_date: '2025-12-01',
        contact_report_type_name: 'call',
      }),
    ],
    findings: ['error name-resolves-to-nothing'],
  },
  {
    what: 'an id that no record of this account has is an error',
    requests: [post('/constituents/959400/gifts', {...gift, fund_id: 7})],
    findings: ['error id-of-another-account'],
  },
  {
    what: 'an id that is another than the name beside it says is an error, and told once',
    requests: [post('/constituents/959400/gifts', {...gift, payment_type_id: 1510, payment_type_name: 'Check'})],
    findings: ['error id-of-another-account'],
  },
  {
    what: 'an id that a reply held in the same field is known',
    requests: [get('/gifts/894315'), post('/constituents/959400/gifts', {...gift, fund_id: 2417})],
    findings: [],
  },
  {
    what: 'an amount that a PATCH loses is told',
    requests: [{method: 'PATCH', path: '/api/v1/gifts/894315', body: {amount: 75}}],
    findings: ['error zero-gift'],
  },
  {
    what: 'an e-mail address of a family is a warning',
    requests: [looked, post('/constituents', {...ann, email_addresses: [{address: 'bettie.braun400@example.com'}]})],
    findings: ['warn duplicate-constituent'],
  },
  {
    what: 'the same name and postal code is a warning',
    requests: [
      looked,
      post('/constituents', {
        first_name: 'Liliane',
        last_name: 'Auer',
        email_addresses: [{address: 'l.auer@example.org'}],
        street_addresses: [{street: '9 Elm Street', postal_code: '30308'}],
      }),
    ],
    findings: ['warn duplicate-constituent'],
  },
  {
    what: 'the same external id is an error',
    requests: [
      looked,
      post('/constituents', {...ann, external_constituent_id: 'X-1', email_addresses: [{address: 'a@example.org'}]}),
      post('/constituents', {
        first_name: 'Bo',
        last_name: 'Ek',
        external_constituent_id: 'x-1',
        email_addresses: [{address: 'b@example.org'}],
      }),
    ],
    findings: ['error duplicate-constituent'],
  },
  {
    what: 'phone numbers are compared by their digits',
    requests: [
      {method: 'PATCH', path: '/api/v1/constituents/959400', body: {phone_numbers: [{number: '907.555.0180'}]}},
    ],
    findings: ['error patch-appended-twin'],
  },
  {
    what: 'a street address without a street is a place, and an e-mail without an address is none',
    requests: [
      post('/constituents/959403/street_addresses', {city: 'Atlanta'}),
      post('/constituents/959403/email_addresses', {email_type_name: 'Home'}),
    ],
    findings: ['error empty-element'],
  },
  {
    what: 'a day in a term is told as one in a body',
    requests: [get('/gifts/search?q[]=date_from=12/01/2025;date_to=2025-12-31')],
    findings: ['error wrong-date-format'],
  },
  {
    what: 'days of years, words and dots are read',
    requests: ['2025-12-24T10:00:00Z', '24.12.2025', 'Dec 24, 2025', '20251224'].map((day, index) =>
      post('/constituents/959400/gifts', {...gift, external_id: `d-${index}`, received_date: day}),
    ),
    findings: ['error wrong-date-format'],
  },
  {
    what: 'what is no day is none',
    requests: [post('/constituents/959400/gifts', {...gift, received_date: 'soon'})],
    findings: [],
  },
  {
    what: 'a name in a term that takes ids gives the id',
    requests: [get('/gifts/search?q[]=funds=in|Mentoring%20Fund&limit=10')],
    findings: ['error id-term-with-text'],
  },
  {
    what: 'a record that went to a page that was read was never served',
    requests: [
      get('/constituents?limit=40'),
      {method: 'PATCH', path: '/api/v1/constituents/959421', body: {last_name: 'Abbot'}},
      get('/constituents?limit=40&offset=40'),
    ],
    findings: ['error pages-shifted'],
  },
  {
    what: 'a write to another kind shifts no page',
    requests: [
      get('/constituents?limit=40'),
      post('/constituents/959400/notes', {text: 'x', original_date: '2026-01-01'}),
      get('/constituents?limit=40&offset=40'),
    ],
    findings: [],
  },
  {
    what: 'resources under another name, or none',
    requests: [get('/gifts'), get('/goals'), get('/fund')],
    findings: ['error no-such-resource'],
  },
  {
    what: 'bases that are glued, doubled, left out, or of another version',
    requests: [
      '/api/v1/api/v1/funds?limit=5',
      '/api/v1funds?limit=5',
      '/v2/funds?limit=5',
      '//api/v1/funds?limit=5',
    ].map(path => ({path})),
    findings: ['error wrong-base-path'],
  },
  {
    what: 'what a browser asks for by itself is no mistake',
    requests: [{path: '/favicon.ico'}, {path: '/robots.txt'}],
    findings: [],
  },
  {
    what: 'paths that are no kinds of record, and requests without a key, fail no rule',
    requests: [
      get('/types'),
      get('/types/note_types'),
      get('/constituents/959400/constituent_relationships'),
      post('/constituents/959400/constituent_relationships', {name: 'Friend'}),
      {...get('/funds?limit=5'), headers: {authorization: ''}},
      {...post('/constituents', {first_name: 'x'}), headers: {authorization: 'Bearer nobody'}},
      {method: 'POST', path: '/api/v1/constituents/959400/gifts', body: [1]},
    ],
    findings: [],
  },
  {
    what: 'paths read only where 429 comes again are given up once the clock stands still',
    requests: [get('/payment_types'), get('/gift_types'), get('/gift_types')],
    findings: ['warn gave-up-on-429'],
    options: {rateLimit: 1},
  },
];

for (const [index, {what, requests, findings, options}] of cases.entries()) {
  test(`beside the examples: ${what}`, async t => {
    const sandbox = await startWatched(t, options);
    const found = await findingsOf(sandbox, `case-${index}`, {requests});
    t.deepEqual(
      [...new Set(found.map(({level, rule}) => `${level} ${rule}`))],
      [...findings],
      found.map(({rule, operation, where, message}) => `${rule} ${operation} ${where}: ${message}`).join('\n'),
    );
  });
}

/** Requests to paths that do not exist, and the path that is named first. */
const paths: ReadonlyArray<readonly [method: string, path: string, near: string]> = [
  ['POST', '/constituent_relationships', '/constituents/{id}/constituent_relationships'],
  ['GET', '/constituents/959400/relationships', '/constituents/959400/constituent_relationships'],
  ['GET', '/groups/1/members', '/constituents/{id}/group_memberships'],
  ['GET', '/groups/1/constituents', '/constituents/{id}/group_memberships'],
  ['GET', '/constituents/959400/groups', '/constituents/959400/group_memberships'],
  ['POST', '/contacts', '/constituents'],
  ['GET', '/payments/894315', '/gifts/894315'],
  ['GET', '/donors/959400', '/constituents/959400'],
  ['GET', '/constituents/959400/donations', '/constituents/959400/gifts'],
];

for (const [method, path, near] of paths) {
  test(`${method} ${path} was meant for ${near}`, async t => {
    const found = await findingsOf(await startWatched(t), 'path', {requests: [{method, path: `/api/v1${path}`}]});
    t.deepEqual([found.length, found[0]?.nearest?.split(' or ', 1)[0]], [1, `/api/v1${near}`]);
    t.is(path === '/contacts', found[0]!.nearest!.includes('/contact_reports'));
  });
}

test('values and places of one cause are listed, and the texts are those of the worst', async t => {
  const sandbox = await startWatched(t);
  const primary = {is_primary: true};
  const email_addresses = [{address: 'z@example.org', ...primary}];
  const found = await findingsOf(sandbox, 'listed', {
    requests: [
      looked,
      ...[3301, 3302, 3303].map(fund_id => post('/constituents/959400/gifts', {...gift, fund_id})),
      post('/constituents', {
        ...{...ann, id: 1, sort_name: 'x', created_at: '2020-01-01T00:00:00Z', email_addresses},
        phone_numbers: [{number: '555 0100', ...primary}],
      }),
      get('/constituents/search?q=name=a&expand=groups&limit=5'),
      get('/constituents/search?q=name=a&q=city=Chicago&expand=groups&limit=5'),
    ],
  });
  const of = (rule: string) => found.filter(one => one.rule === rule);
  t.deepEqual(
    of('id-of-another-account').map(({values}) => values),
    [['3301', '3302', '3303']],
  );
  t.deepEqual(
    of('preferred-not-set').map(({places}) => places),
    [['/email_addresses/0/is_primary', '/phone_numbers/0/is_primary']],
  );
  t.deepEqual(
    of('unknown-body-field').map(({level, got}) => [level, got]),
    [['info', 'id, sort_name, created_at']],
  );
  t.regex(of('scalar-q-repeated')[0]!.message, /the service keeps only the last/);
});
