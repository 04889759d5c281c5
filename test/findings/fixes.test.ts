import test from 'ava';
import type {ExampleRequest} from '../../src/findings/rule.js';
import {findingsOf, sendExample, startWatched} from '../support/findings.js';

/** Regressions: proposals that were once rejected, empty, or reported by a rule again. */

const post = (path: string, body: object): ExampleRequest => ({method: 'POST', path: `/api/v1${path}`, body});
const patch = (path: string, body: object): ExampleRequest => ({method: 'PATCH', path: `/api/v1${path}`, body});
const get = (path: string): ExampleRequest => ({path: `/api/v1${path}`});
const gift = {gift_type_name: 'Gift', received_amount: 5, received_date: '2025-12-01', external_id: 'a-1'};

interface Fix {
  readonly request: ExampleRequest;
  readonly rule: string;
  /** The body of the proposed request, or its path if it has no body; null without a proposal. */
  readonly proposed: string | object | null;
}

const fixes: readonly Fix[] = [
  {
    request: get('/contact_reports/search?q[]=contact_report_type_id=Call'),
    rule: 'id-term-with-text',
    proposed: '/api/v1/contact_reports/search?q[]=contact_report_type_id=2183',
  },
  {
    request: get('/gifts/search?q[]=campaigns=in|Annual'),
    rule: 'id-term-with-text',
    proposed: '/api/v1/campaigns', // several are called Annual
  },
  {
    request: get('/contact_reports/search?q[]=created_from=0'),
    rule: 'unknown-search-term',
    proposed: null,
  },
  {
    request: post('/constituents/959400/gifts', {...gift, gift_type_name: 'In-Kind'}),
    rule: 'name-resolves-to-nothing',
    proposed: {...gift, gift_type_name: 'In Kind'},
  },
  {
    request: post('/constituents/959400/gifts', {...gift, ack_template_name: 17, date: '2025-12-02'}),
    rule: 'unknown-body-field',
    proposed: null, // without the template, it would not be what the client meant
  },
  {
    request: post('/constituents/959400/invitations', {event_id: 1068, rsvp: 'Yes', wombat: 1}),
    rule: 'unknown-body-field',
    proposed: {event_id: 1068, rsvp: 1},
  },
  {
    request: patch('/gifts/894315', {acknowledged: true}),
    rule: 'unknown-body-field',
    proposed: null,
  },
  {
    request: post('/constituents/959400/gifts', {...gift, received_amount: undefined, amount_cents: 500}),
    rule: 'zero-gift',
    proposed: gift,
  },
  {
    request: post('/constituents/959400/gifts', {...gift, received_amount: undefined, recent_amount: 5}),
    rule: 'zero-gift',
    proposed: gift,
  },
  {
    request: post('/constituents/959400/gifts', {...gift, received_amount: 0, amount: 5}),
    rule: 'zero-gift',
    proposed: gift,
  },
  {
    request: post('/constituents/959400/gifts', {...gift, received_amount: undefined, amount: {value: 5}}),
    rule: 'unknown-body-field',
    proposed: null, // without the amount, it would be a gift of $0.00
  },
  {
    request: post('/constituents/959400/gifts', {gift}),
    rule: 'unknown-body-field',
    proposed: gift,
  },
  {
    request: post('/constituents/959400/gifts', {
      ...gift,
      fundName: 'Scholarship Fund',
      campaign: 'Annual Giving 2020',
    }),
    rule: 'unknown-body-field',
    proposed: {...gift, fund_name: 'Scholarship Fund', campaign_name: 'Annual Giving 2020'},
  },
  {
    request: post('/constituents/959400/gifts', {...gift, campaign_name: 'Annual Giving 2031'}),
    rule: 'name-resolves-to-nothing',
    proposed: null, // the campaign of another year is another campaign
  },
  {
    request: post('/constituents/959400/notes', {note: 'Called', date: '2025-05-02'}),
    rule: 'unknown-body-field',
    proposed: {text: 'Called', original_date: '2025-05-02'},
  },
  {
    request: post('/constituents/959400/phone_numbers', {number: '555 0100', phone_type_name: 'Cell'}),
    rule: 'name-resolves-to-nothing',
    proposed: null, // without its type, the number would be a home number
  },
  {
    request: post('/constituents/959400/phone_numbers', {
      number: '555 0100',
      phone_number_type_id: 1,
      phone_type_name: 'Mobile',
    }),
    rule: 'id-and-name-disagree',
    proposed: {number: '555 0100', phone_type_name: 'Mobile'},
  },
  {
    request: post('/constituents', {first_name: 'Ann', last_name: 'Lee', email: 'ann@example.org'}),
    rule: 'unknown-body-field',
    proposed: {first_name: 'Ann', last_name: 'Lee', email_addresses: [{address: 'ann@example.org'}]},
  },
  {
    request: post('/constituents', {
      first_name: 'Bob',
      last_name: 'Other',
      email_addresses: [{address: 'bettie.braun400@example.com'}],
    }),
    rule: 'duplicate-constituent',
    proposed: null, // it would rename a donor who may be another one
  },
  {
    request: patch('/constituents/959425', {phone_numbers: [{number: '907 555 0121'}]}),
    rule: 'patch-appended-twin',
    proposed: null, // with remove_previous_phone_numbers, the other number would be removed
  },
  {
    request: patch('/constituents/959425', {phone_numbers: [{number: '907 555 0121'}, {number: '907 555 0138'}]}),
    rule: 'patch-appended-twin',
    proposed: {
      phone_numbers: [{number: '907 555 0121'}, {number: '907 555 0138'}],
      remove_previous_phone_numbers: true,
    },
  },
  {
    request: patch('/constituents/959400', {
      email_addresses: [{address: 'bettie.braun400@example.com', email_type_name: 'Personal'}],
    }),
    rule: 'patch-appended-twin',
    proposed: null, // with remove_previous_email_addresses alone, no address would be left
  },
  {
    request: patch('/constituents/959435', {
      categories: [{name: 'Communication Tag', keywords: [{name: 'Do not Mail!'}]}],
    }),
    rule: 'name-resolves-to-nothing',
    proposed: {categories: [{name: 'Communication Tags', keywords: [{name: 'Do not mail'}]}]},
  },
  {
    request: get('/constituents?first_name%3DDario'),
    rule: 'query-parameter-ignored',
    proposed: '/api/v1/constituents/search?q[]=name=Dario',
  },
];

for (const [index, {request, rule, proposed}] of fixes.entries()) {
  test(`the fix for ${rule}, ${request.path} ${JSON.stringify(request.body ?? '')}`, async t => {
    const sandbox = await startWatched(t);
    const found = await findingsOf(sandbox, `fix-${index}`, {requests: [request]});
    const fix = found.find(one => one.rule === rule)?.fix;
    t.truthy(fix, JSON.stringify(found));
    t.deepEqual(fix!.request && (fix!.request.body ?? fix!.request.path), proposed as unknown);
    if (fix!.request !== null) {
      const {key} = sandbox.account(`sent-${index}`);
      t.is((await sendExample(sandbox, key, fix!.request)).status, 200);
    }
  });
}

test('the fix for half-done names the rejected field', async t => {
  const requests = [
    get('/constituents/search?q[]=eaddr=ann@example.org'),
    post('/constituents', {first_name: 'Ann', last_name: 'Lee', email_addresses: [{address: 'ann@example.org'}]}),
    post('/constituents/959450/gifts', {...gift, received_amount: 'fifty'}),
  ];
  const found = await findingsOf(await startWatched(t), 'half', {requests});
  const fix = found.find(({rule}) => rule === 'half-done')?.fix.text;
  t.regex(
    fix!,
    /^Correct the rejected request \(.*received_amount: must be a .*, got "fifty"\) and send it again for 959450/,
  );
});
