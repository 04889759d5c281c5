import test from 'ava';
import type {ExampleRequest} from '../../src/findings/rule.js';
import {findingsOf, sendExample, startWatched} from '../support/findings.js';

/** Regressions: proposals that were once rejected, empty, or reported by a rule again. */

const post = (path: string, body: object): ExampleRequest => ({method: 'POST', path: `/api/v1${path}`, body});
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
    proposed: '/api/v1/gifts/search?q[]=campaigns=in|820',
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
    proposed: gift,
  },
  {
    request: post('/constituents/959400/invitations', {event_id: 1068, rsvp: 'Yes', wombat: 1}),
    rule: 'unknown-body-field',
    proposed: {event_id: 1068, rsvp: 1},
  },
  {
    request: {method: 'PATCH', path: '/api/v1/gifts/894315', body: {acknowledged: true}},
    rule: 'unknown-body-field',
    proposed: null,
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
