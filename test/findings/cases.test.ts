import test from 'ava';
import type {ExampleRequest} from '../../src/findings/rule.js';
import {findingsOf, startWatched} from '../support/findings.js';

/** Cases beyond the examples of the rules: worse and milder ones, and ones that only look like a mistake. */

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
  ...[{groups: [{group_name: 'Staff'}]}, {class_affiliations: [{year: 2001}]}].map(body => ({
    what: `an array that is sent twice appends a second row: ${Object.keys(body)[0]}`,
    requests: [1, 2].map(() => ({method: 'PATCH', path: '/api/v1/constituents/959400', body})),
    findings: ['error patch-appended-twin'],
  })),
  {
    what: 'two memberships in a group at different times are no twins',
    requests: ['2019-01-01', '2025-01-01'].map(date_start => ({
      method: 'PATCH',
      path: '/api/v1/constituents/959400',
      body: {groups: [{group_name: 'Staff', date_start}]},
    })),
    findings: [],
  },
  {
    what: 'a POST is not repeated if the first record was deleted',
    requests: [
      post('/constituents/959400/email_addresses', {address: 'q@example.org'}),
      {method: 'DELETE', path: '/api/v1/email_addresses/276576'},
      post('/constituents/959400/email_addresses', {address: 'q@example.org'}),
    ],
    findings: [],
  },
  {
    what: 'an ignored search for another address is not reported with a new constituent',
    requests: [
      get('/constituents?email=a@example.net'),
      post('/constituents', {first_name: 'Bo', last_name: 'Ek', email_addresses: [{address: 'b@example.org'}]}),
    ],
    findings: ['error search-on-list-path', 'info create-without-lookup'],
  },
  {
    what: 'a constituent posted twice is one finding',
    requests: [
      looked,
      ...[1, 2].map(() => post('/constituents', {...ann, email_addresses: [{address: 'a@example.org'}]})),
    ],
    findings: ['error duplicate-constituent'],
  },
  {
    what: 'a wrong name for the amount is one finding, whether accepted or rejected',
    requests: [
      post('/constituents/959400/gifts', {gift_type_name: 'Gift', amount: 5, external_id: 'x-1'}),
      post('/constituents/959400/gifts', {amount: 5, external_id: 'x-2'}),
    ],
    findings: ['error zero-gift', 'warn required-left-out'],
  },
  {
    what: 'the id of a gift type that does not exist is an error',
    requests: [post('/constituents/959400/gifts', {...gift, gift_type_id: 2, gift_type_name: 'Pledge'})],
    findings: ['error id-of-another-account'],
  },
  {
    what: 'an unknown gift type name is an error',
    requests: [post('/constituents/959400/gifts', {...gift, gift_type_name: 'In-Kind'})],
    findings: ['error name-resolves-to-nothing'],
  },
  {
    what: 'a PATCH without an accepted field is an error',
    requests: [{method: 'PATCH', path: '/api/v1/gifts/894315', body: {wombat: 1, sort_name: 'x'}}],
    findings: ['error unknown-body-field'],
  },
  {
    what: 'a wrong name for the date of an event is an error',
    requests: [post('/events', {name: 'Gala', event_date: '2025-12-01'})],
    findings: ['error unknown-body-field'],
  },
  {
    what: 'wrong base paths, and a method that the path does not have',
    requests: [
      ...['/api/v1constituents/959400', '/v1/constituent/959400', '/v1/wombat', '/foo'].map(path => ({path})),
      {method: 'PATCH', path: '/api/v1/funds', body: {name: 'x'}},
    ],
    findings: ['error wrong-base-path', 'error method-not-offered'],
  },
  {
    what: 'an unread page is a warning if the first page had the fund of a write',
    requests: [
      get('/funds'),
      post('/constituents/959400/gifts', {...gift, fund_name: 'Mentoring Fund'}),
      get('/funds?offset=0'),
    ],
    findings: ['warn first-page-only'],
  },
  {
    what: 'an unread page is an error if a write uses a fund from it',
    requests: [get('/funds?limit=12'), post('/constituents/959400/gifts', {...gift, fund_id: 2417})],
    findings: ['error first-page-only', 'info id-of-another-account'],
  },
  {
    what: 'a single q is an info',
    requests: [get('/constituents/search?q=name=Auer&expand=groups')],
    findings: ['info scalar-q-repeated'],
  },
  {
    what: 'two full searches without a term are a warning',
    requests: [get('/gifts/search?limit=500'), get('/gifts/search?limit=500')],
    findings: ['warn search-without-term', 'info money-counted-twice'],
  },
  {
    what: 'a name that creates a new type is an error',
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
    what: 'an id without a record in this account is an error',
    requests: [post('/constituents/959400/gifts', {...gift, fund_id: 7})],
    findings: ['error id-of-another-account'],
  },
  {
    what: 'an id that contradicts the name next to it is one error',
    requests: [post('/constituents/959400/gifts', {...gift, payment_type_id: 1510, payment_type_name: 'Check'})],
    findings: ['error id-of-another-account'],
  },
  {
    what: 'an id that an earlier response had in the same field is accepted',
    requests: [get('/gifts/894315'), post('/constituents/959400/gifts', {...gift, fund_id: 2417})],
    findings: [],
  },
  {
    what: 'an amount that a PATCH drops is an error',
    requests: [{method: 'PATCH', path: '/api/v1/gifts/894315', body: {amount: 75}}],
    findings: ['error zero-gift'],
  },
  {
    what: 'an e-mail address of another constituent with another name is a warning',
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
    what: 'an address with only a city is accepted, and an e-mail address without an address is an error',
    requests: [
      post('/constituents/959403/street_addresses', {city: 'Atlanta'}),
      post('/constituents/959403/email_addresses', {email_type_name: 'Home'}),
    ],
    findings: ['error empty-element'],
  },
  {
    what: 'a wrong date format in a search term is an error',
    requests: [get('/gifts/search?q[]=date_from=12/01/2025;date_to=2025-12-31')],
    findings: ['error wrong-date-format'],
  },
  {
    what: 'a moment encoded twice is not also a wrong date format',
    requests: [get('/constituents/search?q[]=updated_from=2025-12-01T00%253A00%253A00Z')],
    findings: ['error encoded-twice'],
  },
  {
    what: 'a parameter with a name that is encoded twice is not also ignored',
    requests: [get('/constituents/search?q%255B%255D=name%3DAuer&expand=groups')],
    findings: ['error encoded-twice'],
  },
  {
    what: 'an empty term after a valid one is not also a semicolon in a value',
    requests: [get('/constituents/search?q[]=name=Auer;%20')],
    findings: ['error bare-search-value'],
  },
  {
    what: 'wrong date formats with times, words and dots are recognized',
    requests: ['2025-12-24T10:00:00Z', '24.12.2025', 'Dec 24, 2025', '20251224'].map((day, index) =>
      post('/constituents/959400/gifts', {...gift, external_id: `d-${index}`, received_date: day}),
    ),
    findings: ['error wrong-date-format'],
  },
  {
    what: 'a text that is not a date is not reported as a wrong date format',
    requests: [post('/constituents/959400/gifts', {...gift, received_date: 'soon'})],
    findings: [],
  },
  {
    what: 'a name in a search term for ids is an error',
    requests: [get('/gifts/search?q[]=funds=in|Mentoring%20Fund&limit=10')],
    findings: ['error id-term-with-text'],
  },
  {
    what: 'a record that moves to a page already read is an error',
    requests: [
      get('/constituents?limit=40'),
      {method: 'PATCH', path: '/api/v1/constituents/959421', body: {last_name: 'Abbot'}},
      get('/constituents?limit=40&offset=40'),
    ],
    findings: ['error pages-shifted'],
  },
  {
    what: 'a write to another kind of record does not shift pages',
    requests: [
      get('/constituents?limit=40'),
      post('/constituents/959400/notes', {text: 'x', original_date: '2026-01-01'}),
      get('/constituents?limit=40&offset=40'),
    ],
    findings: [],
  },
  {
    what: 'wrong and missing resource names are errors',
    requests: [get('/gifts'), get('/goals'), get('/fund')],
    findings: ['error no-such-resource'],
  },
  {
    what: 'base paths without a slash, doubled, missing or of another version are errors',
    requests: [
      '/api/v1/api/v1/funds?limit=5',
      '/api/v1funds?limit=5',
      '/v2/funds?limit=5',
      '//api/v1/funds?limit=5',
    ].map(path => ({path})),
    findings: ['error wrong-base-path'],
  },
  {
    what: 'automatic browser requests make no finding',
    requests: [{path: '/favicon.ico'}, {path: '/robots.txt'}],
    findings: [],
  },
  {
    what: 'paths without a record kind, and requests without a valid key, make no finding',
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
    what: 'a preflight is not reported',
    requests: ['/api/v1/groups', '/api/v1/wombats', '/v1/groups'].flatMap(path => [
      {method: 'OPTIONS', path},
      {method: 'OPTIONS', path, headers: {authorization: '', origin: 'https://app.example'}},
    ]),
    findings: [],
  },
  {
    what: 'a path never requested again after a 429 counts as given up, even with a frozen clock',
    requests: [get('/payment_types'), get('/gift_types'), get('/gift_types')],
    findings: ['warn gave-up-on-429'],
    options: {rateLimit: 1},
  },
];

for (const [index, {what, requests, findings, options}] of cases.entries()) {
  test(`beyond the examples: ${what}`, async t => {
    const sandbox = await startWatched(t, options);
    const found = await findingsOf(sandbox, `case-${index}`, {requests});
    t.deepEqual(
      [...new Set(found.map(({level, rule}) => `${level} ${rule}`))],
      [...findings],
      found.map(({rule, operation, where, message}) => `${rule} ${operation} ${where}: ${message}`).join('\n'),
    );
  });
}

test('findings with one cause list their values and places, with the message of the worst', async t => {
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
