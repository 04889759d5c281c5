import test from 'ava';
import fc from 'fast-check';
import {type MatchableRequest, matches, miss, missesOf} from '../../../src/exchanges/matcher.js';
import {type Pattern, patternOf, readPattern} from '../../../src/exchanges/pattern.js';
import {operations} from '../../../src/resources/index.js';
import {Issues} from '../../../src/schema/issues.js';

const createGift = operations.find(({id}) => id === 'createGiftOfConstituent')!;
const listGifts = operations.find(({id}) => id === 'listGiftsOfConstituent')!;

const gift = (body: unknown, more: Partial<MatchableRequest> = {}): MatchableRequest => ({
  operation: createGift,
  method: 'POST',
  url: '/api/v1/constituents/3/gifts',
  query: {},
  body,
  status: 200,
  client: {},
  ...more,
});

/** Reads a pattern from a request. */
function patternFrom(sent: object): Pattern {
  const issues = Issues.none();
  const pattern = readPattern(sent, operations, issues);
  issues.throwIfRefused();
  return pattern;
}

const isMatch = (sent: object, request: MatchableRequest, mark?: string) => matches(patternFrom(sent), request, mark);

test('a body is compared as the service reads it, with numeric strings as numbers', t => {
  t.true(isMatch({body: {received_amount: 50}}, gift({received_amount: '50'})));
  t.true(isMatch({body: {received_amount: '50.0'}}, gift({received_amount: 50})));
  t.true(isMatch({body: {received_date: '2026-01-02'}}, gift({received_date: '2026-01-02'})));
  t.false(
    isMatch({body: {received_amount: 50}}, gift({received_amount: '5e1'})),
    'a text that the service cannot read must not match',
  );
  t.true(isMatch({body: {received_amount: '5e1'}}, gift({received_amount: '5e1'})), 'an identical text must match');
  t.false(
    isMatch({body: {notes: 50}}, {...gift({notes: '50'}), operation: undefined}),
    'without an operation, values must be compared as sent',
  );
  t.false(isMatch({body: {received_amount: null}}, gift({})), 'null must not match a missing field');
});

test('objects are compared by their expected fields, and arrays by every element', t => {
  const update = operations.find(({id}) => id === 'updateConstituent')!;
  const request = {
    ...gift({}),
    operation: update,
    body: {last_name: 'Lovelace', email_addresses: [{address: 'a@b.example'}, {address: 'c@d.example'}]},
  };
  t.true(isMatch({body: {}}, request));
  t.true(isMatch({body: {email_addresses: [{}, {address: 'c@d.example'}]}}, request));
  t.false(
    isMatch({body: {email_addresses: [{address: 'a@b.example'}]}}, request),
    'arrays of different lengths must not match',
  );
  t.deepEqual(
    missesOf(
      patternFrom({body: {last_name: 'Byron', email_addresses: [{address: 'a@b.example'}, {address: 'x'}]}}),
      request,
    ),
    [
      {field: 'body.last_name', expected: 'Byron', found: 'Lovelace'},
      {field: 'body.email_addresses[1].address', expected: 'x', found: 'c@d.example'},
    ],
  );
  t.false(isMatch({body: {}}, gift(undefined)), 'a request without a body must not match');
});

test('a query is compared as the service reads it, without its defaults', t => {
  const list = {...gift(undefined), operation: listGifts, method: 'GET', query: {limit: '025'}};
  t.true(isMatch({query: {limit: 25}}, list));
  t.true(isMatch({query: {limit: '25'}}, list));
  t.false(isMatch({query: {limit: 26}}, list));
  t.false(isMatch({query: {offset: 0}}, list), 'a default must not match');
  t.true(isMatch({query: {'q[]': ['a=1', 'b=2']}}, {...list, operation: undefined, query: {'q[]': ['a=1', 'b=2']}}));
  t.true(isMatch({query: {'q[]': ['a=1']}}, {...list, operation: undefined, query: {'q[]': 'a=1'}}));
});

test('a caller matches any frame of the call chain, or the whole chain', t => {
  const request = gift({}, {client: {caller: 'src/crm.ts:8 < src/sync.ts:42'}});
  for (const caller of [
    'src/crm.ts',
    'src/crm.ts:8',
    'src/sync.ts',
    'src/sync.ts:42',
    'src/crm.ts:8 < src/sync.ts:42',
  ]) {
    t.true(isMatch({caller}, request), caller);
  }
  for (const caller of ['src/sync.ts:4', 'src/crm', 'sync.ts:42', '<', 'src/other.ts']) {
    t.false(isMatch({caller}, request), caller);
  }
});

test('operation, method, path, status, caller and mark are all compared', t => {
  const request = gift({}, {url: '/api/v1/constituents/3/gifts.json?x=1', client: {caller: 'src/sync.ts:42'}});
  const right = {
    operation: 'createGift',
    method: 'POST',
    path: '/api/v1/constituents/3/gifts',
    status: '2xx',
    caller: 'src/sync.ts',
    mark: 'test 7',
  };
  const wrong = {
    operation: 'listFunds',
    method: 'GET',
    path: '/api/v1/constituents/4/gifts',
    status: 422,
    caller: 'src/sync.ts:4',
    mark: 'test 8',
  };
  t.true(isMatch(right, request, 'test 7'));
  for (const [name, value] of Object.entries(wrong)) {
    t.false(isMatch({[name]: value}, request, 'test 7'), name);
    t.deepEqual(
      missesOf(patternFrom({...right, [name]: value}), request, 'test 7').map(({field}) => field),
      [name],
    );
  }
  for (const path of [
    '/api/v1/constituents/{id}/gifts',
    '/api/v1/constituents/{constituent_id}/gifts.json',
    '/api/v1/cons*',
  ]) {
    t.true(isMatch({path}, request, 'test 7'), path);
  }
  t.false(isMatch({status: 200}, gift({}, {status: undefined as never})), 'a pending request has no status');
  t.true(isMatch({status: '200'}, request));
});

test('unknown names are rejected with the nearest one, and invalid values by name', t => {
  const refused = (sent: object, pattern: RegExp) => {
    t.throws(() => patternFrom(sent), {message: pattern});
  };
  refused({operaton: 'createGift'}, /^operaton: unknown field; did you mean operation\?$/);
  refused({operation: 'createGifts'}, /^operation: there is no "createGifts"; did you mean createGift/);
  refused(
    {operation: 'createGift', body: {recieved_amount: 5}},
    /^body\.recieved_amount: unknown field; did you mean received_amount\?$/,
  );
  refused({operation: 'listFunds', body: {}}, /^body: listFunds takes none$/);
  refused(
    {operation: 'listFunds', query: {limits: 5}},
    /^query\.limits: listFunds has no such parameter; did you mean limit\?$/,
  );
  refused({status: '6xx'}, /^status: must be a status such as 200/);
  refused({status: 20}, /^status: must be a status such as 200/);
  refused({path: 'gifts'}, /^path: must be a path that begins with \/, got "gifts"$/);
  refused({query: {a: {}}}, /^query: must be an object of texts/);
  refused(
    {body: Object.fromEntries(Array.from({length: 101}, (_, index) => [`f${index}`, 1]))},
    /^body: must have 100 values at most$/,
  );
  t.notThrows(() => patternOf({}, operations, Issues.none()));
});

/** JSON with few names and values, so that two are often partly equal. */
const json = fc.letrec<{value: unknown; object: Record<string, unknown>}>(tie => ({
  value: fc.oneof(
    {maxDepth: 3},
    fc.constantFrom(null, true, false, 0, 1, '', '1', 'a'),
    fc.array(tie('value'), {maxLength: 2}),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'toString'), tie('value'), {maxKeys: 3}),
}));

/** A naive implementation of the same rule. */
function isSubset(expected: unknown, found: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(found) &&
      found.length === expected.length &&
      expected.every((each, at) => isSubset(each, found[at]))
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    const isFit = typeof found === 'object' && found !== null && !Array.isArray(found);
    return (
      isFit &&
      Object.keys(expected).every(
        key => Object.hasOwn(found, key) && isSubset((expected as never)[key], (found as never)[key]),
      )
    );
  }
  return expected === found;
}

test('a body without an operation matches exactly if a naive model does and nothing is missed', t => {
  let matching = 0;
  fc.assert(
    fc.property(json.object, json.object, fc.boolean(), (expected, other, isSame) => {
      const found = isSame ? {...expected, c: 1} : other;
      const pattern = {body: expected};
      const request = {...gift(found), operation: undefined};
      const isFit = matches(pattern, request);
      matching += isFit ? 1 : 0;
      return isFit === isSubset(expected, found) && isFit === (missesOf(pattern, request).length === 0);
    }),
    {numRuns: 2000},
  );
  t.true(matching > 500);
});

test('a pattern of any part of a gift matches the gift, with numbers sent as strings', t => {
  const fields = fc.record(
    {
      received_amount: fc.integer({min: 0, max: 9999}),
      received_date: fc.constantFrom('2026-01-01', '2026-02-03'),
      notes: fc.string({maxLength: 5}),
      gift_type_id: fc.integer({min: 1, max: 3}),
    },
    {requiredKeys: []},
  );
  const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value);
  fc.assert(
    fc.property(fields, fields, (body, extra) => {
      const known = Object.keys(body).filter(name => name in (createGift.body!.shape as object));
      const part = Object.fromEntries(known.map(name => [name, (body as never)[name]]));
      const sent = Object.fromEntries(
        Object.entries({...extra, ...part}).map(([name, value]) => [name, asText(value)]),
      );
      return isMatch({operation: 'createGift', body: part}, gift(sent));
    }),
  );
  t.pass();
});

test('a value that is too deeply nested to print is replaced or truncated', t => {
  const deep: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
  const {found, ...rest} = miss('body.notes', 'x', deep);
  t.deepEqual(rest, {field: 'body.notes', expected: 'x'});
  // From Node 26 on, JSON.stringify has no depth limit, so the text is truncated.
  const isLimited = Number.parseInt(process.versions.node, 10) < 26;
  t.regex(String(found), isLimited ? /^a value that is nested too deeply to show$/ : /^\[{100,}\.\.\.$/);
});
