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
