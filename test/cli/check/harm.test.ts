import test from 'ava';
import {fixOf, harmOf, repeatText} from '../../../src/cli/reports/check/harm.js';
import {catalog, operations} from '../../../src/resources/index.js';
import {type CheckCase, checkNames, verdicts, type WrongRecord} from '../../../src/sandbox/check/types.js';
import type {Row} from '../../../src/store/order.js';
import {callOf, caseOf, recordOf} from './sample-check.js';

const of = (operation: string, method = 'POST') => callOf({operation, method});
const search = of('searchConstituents', 'GET');
const row = (fields: object) => ({id: 7, ...fields}) as Row;

const conditions: ReadonlyArray<readonly [text: string, given: Partial<CheckCase>]> = [
  ['the response to the gift is lost', {}],
  ['the response to the gift is lost on a reused connection', {variant: 'on a reused connection'}],
  ['the response to the change of the gift is lost', {call: of('updateGift', 'PATCH')}],
  ['the response to the deletion of the phone number is lost', {call: of('deletePhoneNumber', 'DELETE')}],
  ['the response to the removal of the keyword is lost', {call: of('detachKeyword', 'DELETE')}],
  ['the response to the request is lost', {call: of('unknown')}],
  ['the search for constituents fails with 503', {check: 'refused', variant: '503', call: search}],
  ['the list of gift types fails with 429', {check: 'refused', variant: '429', call: of('listGiftTypes', 'GET')}],
  ['the request for the fund fails with 503', {check: 'refused', variant: '503', call: of('showFund', 'GET')}],
  ['the service refuses the key from the gift on', {check: 'refused', variant: '401'}],
  ['the response to the gift is an HTML page', {check: 'garbled', variant: 'HTML, stored'}],
  ['the gift is not stored and the response is an HTML page', {check: 'garbled', variant: 'HTML, not stored'}],
  [
    'the response to the search for constituents is an HTML page',
    {check: 'garbled', variant: 'HTML, not stored', call: search},
  ],
  ['the response to the gift is cut off', {check: 'garbled', variant: 'truncated'}],
  ['the gift gets no response', {check: 'silent', variant: 'no response'}],
  ['the command runs again', {check: 'twice', variant: '', call: null}],
  ['the command is killed after the gift is stored and runs again', {check: 'kill', variant: 'after the response'}],
  [
    'the command is killed before the response to the gift and runs again',
    {check: 'kill', variant: 'before the response'},
  ],
  ['the service behaves as observed', {check: 'assume', variant: 'observed', call: null}],
  ['the service follows keyword_delete=ignore', {check: 'assume', variant: 'keyword_delete=ignore', call: null}],
  [
    'the command runs again and the search for constituents fails with 503',
    {check: 'refused', variant: '503', call: search, start: 'rerun'},
  ],
];

for (const [text, given] of conditions) {
  test(`the condition is described: ${text}`, t => {
    const harm = harmOf(caseOf({...given, verdict: 'hung'}));
    t.is(harm.replace(/ sync\.php:5$/, ''), `If ${text}, the command never ends.`);
  });
}

const gift = {received_amount: 50};

const effects: ReadonlyArray<readonly [text: string, record: Partial<WrongRecord>, given?: Partial<CheckCase>]> = [
  ['Ada Test gets two gifts of $50.00', {}],
  ['Ada Test gets two gifts of $1,234.50', {found: row({received_amount: 1234.5})}],
  ['a second constituent Ada Test is created', {kind: 'constituents', found: row({first_name: 'Ada'})}],
  [
    'a second constituent Ada Test is created',
    {kind: 'constituents', owner: undefined as never, found: row({first_name: 'Ada', last_name: 'Test'})},
  ],
  [
    'a second group Gala Friends is created',
    {kind: 'groups', owner: undefined as never, found: row({name: 'Gala Friends'})},
  ],
  ['Ada Test gets two notes', {kind: 'notes', found: row({text: 'called'})}],
  [
    'Ada Test gets two email addresses ada@test.example',
    {kind: 'email_addresses', found: row({address: 'ada@test.example'})},
  ],
  [
    'the gift of $50.00 to Ada Test is never stored, and the command reports success',
    {difference: 'lost', expected: row(gift), found: undefined as never},
  ],
  [
    'the note of Ada Test is never stored, and the command fails with 3',
    {kind: 'notes', difference: 'lost', expected: row({}), found: undefined as never},
    {code: 3},
  ],
  [
    'the gift of $50.00 to Ada Test is never deleted, and the command reports success',
    {difference: 'lost', found: row(gift)},
  ],
  [
    'the phone number 555 of Ada Test is never changed, and the command had to be ended',
    {kind: 'phone_numbers', difference: 'lost', expected: row({number: '777'}), found: row({number: '555'})},
    {code: null},
  ],
  [
    'the gift of $5.00 to Ada Test has received_amount 5 instead of 50 (and 1 more)',
    {difference: 'changed', expected: row({...gift, note: 'a'}), found: row({received_amount: 5, note: 'b'})},
  ],
  [
    'the fund Roof is deleted',
    {
      kind: 'funds',
      difference: 'changed',
      owner: undefined as never,
      expected: row({name: 'Roof'}),
      found: undefined as never,
    },
  ],
  ['a gift of $50.00 to Ada Test too many is stored', {difference: 'changed'}],
];

test('the harm is described by the verdict and the record', t => {
  for (const [text, record, given] of effects) {
    const wrong = recordOf(record);
    const harm = harmOf(caseOf({verdict: wrong.difference, records: [wrong], ...given}));
    t.is(harm, `If the response to the gift is lost, ${text}. sync.php:5`);
  }
});

test('copies of a record are counted, and other wrong records too', t => {
  const copies = [recordOf(), recordOf({found: row({...gift, id: 8})})];
  const describe = (records: WrongRecord[]) => harmOf(caseOf({records, call: callOf({caller: null})}));
  const start = 'If the response to the gift is lost,';
  t.is(describe(copies), `${start} Ada Test gets three gifts of $50.00.`);
  t.is(
    describe([...copies, recordOf({owner: 'Bo'})]),
    `${start} Ada Test gets three gifts of $50.00, and 1 more record is wrong.`,
  );
  const group = recordOf({kind: 'groups', owner: undefined as never, found: row({name: 'x'.repeat(100)})});
  t.is(describe([group, group]), `${start} group ${'x'.repeat(80)}… is created 2 more times.`);
});

test('verdicts without a record are described, too', t => {
  const describe = (given: Partial<CheckCase>) => harmOf(caseOf({records: [], ...given}));
  const start = 'If the response to the gift is lost,';
  const kill = {check: 'kill', variant: 'after the response', verdict: 'stuck', code: 1} as const;
  t.is(
    describe(kill),
    'If the command is killed after the gift is stored and runs again, the command can never finish: it ends with 1 again. sync.php:5',
  );
  t.is(describe({verdict: 'healed'}), `${start} nothing is wrong in the end. sync.php:5`);
  t.is(describe({verdict: 'reported'}), `${start} the command fails and leaves nothing wrong. sync.php:5`);
  t.is(describe({verdict: 'not judged', reason: 'no time'}), `${start} nothing is known: no time. sync.php:5`);
  t.is(
    describe({check: 'assume', variant: 'observed', call: null, verdict: 'depends', records: [recordOf()]}),
    'If the service behaves as observed, Ada Test gets two gifts of $50.00: this depends on the service.',
  );
});

test('every operation, record kind, check and verdict has a complete sentence', t => {
  for (const {id, method} of operations) {
    t.notRegex(
      harmOf(caseOf({call: callOf({operation: id, method})})),
      /the request is lost|[A-Z][a-z]+Of|undefined/,
      id,
    );
  }
  for (const {name} of catalog.kinds) {
    t.notRegex(harmOf(caseOf({records: [recordOf({kind: name, found: row({})})]})), /_|undefined/, name);
  }
  for (const check of checkNames) {
    for (const verdict of verdicts) {
      const one = caseOf({check, verdict});
      t.regex(harmOf(one), /^If [^,]+, .+\. sync\.php:5$/);
      t.is(fixOf(one) === null, /healed|reported|not /.test(verdict), `${check} ${verdict}`);
    }
  }
});

test('the fix depends on the check and the verdict, and names the field to search by', t => {
  const fix = (given: Partial<CheckCase>) => fixOf(caseOf(given));
  t.regex(fix({})!, /^Send an external_id of your own, and search for it before you send the request again/);
  t.regex(fix({records: [recordOf({kind: 'constituents'})]})!, /^Send an external_constituent_id of your own/);
  t.regex(fix({records: [recordOf({kind: 'groups'})]})!, /^Search for the record before/);
  t.regex(fix({check: 'refused', variant: '503', call: search})!, /^A request that fails is no empty result/);
  t.regex(fix({check: 'twice', call: null})!, /the next run then finds/);
  t.regex(fix({verdict: 'lost', check: 'refused'})!, /^Check the status/);
  t.regex(fix({verdict: 'lost', check: 'kill'})!, /^Move your cursor only after/);
  const stuck = fix({verdict: 'stuck', check: 'kill', records: []})!;
  t.regex(stuck, /^Send an external_id of your own, .* treat a record that is there as done/);
  t.regex(fix({verdict: 'hung', check: 'silent'})!, /^Set a timeout/);
});

test('a repeated request is attributed to the library with its remedy, or to either', t => {
  t.is(
    repeatText({by: 'library', client: "PHP's curl", remedy: 'Set CURLOPT_FRESH_CONNECT'}),
    "Your code sent it once; PHP's curl sent it again. Set CURLOPT_FRESH_CONNECT.",
  );
  t.is(
    repeatText({by: 'code or library', client: null, remedy: null}),
    'It was repeated by your code or your HTTP library.',
  );
});
