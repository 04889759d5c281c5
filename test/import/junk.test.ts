import type {ExecutionContext} from 'ava';
import test from 'ava';
import fc from 'fast-check';
import * as z from 'zod';
import {generateRecords} from '../../fixtures/index.js';
import type {Account} from '../../src/accounts/account.js';
import {ApiError} from '../../src/errors.js';
import {recordsToReplace} from '../../src/import/import-records.js';
import {catalog, operations} from '../../src/resources/index.js';
import {copyOf, everyReply, open, type Reply} from './account-copy.js';
import {importable, load, openBare} from './loads.js';

const original = open(generateRecords(catalog, {constituents: 6}));
const whole = copyOf(original);

/** Short lists, so that a change in one place is likely to matter. */
const document = JSON.stringify(
  Object.fromEntries(Object.entries(whole).map(([name, list]) => [name, list.slice(0, 6)])),
);

const schemas = new Map(operations.map(({id, reply}) => [id, reply.kind === 'result' ? z.object() : reply.schema]));

/** Loads arbitrary input, which must either be rejected or leave all responses valid. @returns whether it was loaded */
async function isLoaded(t: ExecutionContext, records: unknown, account: Account): Promise<boolean> {
  try {
    await load(records, account);
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) {
      return false;
    }
    throw error;
  }
  for (const [request, reply] of everyReply(account)) {
    const schema = schemas.get(request.split(' ')[0]!)!;
    for (const item of typeof reply === 'number' ? [] : (reply.items ?? [reply])) {
      const parsed = schema.safeParse(item);
      t.true(parsed.success, `${request}: ${parsed.error && z.prettifyError(parsed.error)}`);
    }
  }
  return true;
}

const strange = JSON.parse(
  '{"__proto__": {"is_org": 5}, "constructor": null, "toString": 1, "valueOf": [], "id": {"toString": 2}}',
);

const junk = fc.oneof(
  fc.constantFrom<unknown[]>(
    null,
    0,
    1,
    -1,
    1.5,
    1e300,
    999_999_999_999,
    1_000_000_000_000,
    true,
    false,
    '',
    ' ',
    '0',
    '12',
    '-3',
    '1e3',
    '$',
    '$$',
    '$smith',
    'ten',
    '2025-02-30',
    '2025-01-01',
    '2025-01-01T00:00:00Z',
    '2025-13-01T99:00:00Z',
    'do_not_ack',
    'Appeal: x (2025-02-31)',
    '\u0000',
    '\uD800',
    [],
    [[]],
    [null],
    [5],
    {},
    strange,
    [strange],
    {id: strange, name: strange, key: strange, values: strange},
  ),
  fc.jsonValue(),
);

/** Returns every location of a document as a path of keys. */
function placesIn(value: Reply, way: Array<string | number> = []): Array<Array<string | number>> {
  if (typeof value !== 'object' || value === null) {
    return [way];
  }
  const inner = Array.isArray(value) ? value.map((item, index) => [index, item] as const) : Object.entries(value);
  return [way, ...inner.flatMap(([key, item]) => placesIn(item, [...way, key]))];
}

const places = placesIn(JSON.parse(document)).filter(({length}) => length > 0);

/** Sets a value at a location, or deletes it. */
function change(value: Reply, way: ReadonlyArray<string | number>, to: unknown): void {
  const [last, ...before] = way.toReversed();
  const inner = before.toReversed().reduce<Reply>((inner, key) => inner?.[key], value);
  if (typeof inner === 'object' && inner !== null) {
    if (to === undefined) {
      delete inner[last!];
    } else {
      inner[last!] = structuredClone(to);
    }
  }
}

const changes = fc.array(fc.tuple(fc.constantFrom(...places), fc.option(junk, {nil: undefined})), {
  minLength: 1,
  maxLength: 4,
});

const runs = 60;

test('junk anywhere in a document is rejected or harmless', async t => {
  let loaded = 0;
  await fc.assert(
    fc.asyncProperty(changes, fc.boolean(), async (changes, replaces) => {
      const records = JSON.parse(document);
      for (const [way, to] of changes) {
        change(records, way, to);
      }
      const account = open(replaces ? recordsToReplace(records, original.records, catalog) : original.records);
      if (await isLoaded(t, records, account)) {
        loaded += 1;
      }
    }),
    {seed: 1, numRuns: runs},
  );
  t.true(loaded > 0 && loaded < runs);
});

test('junk instead of records is rejected or harmless', async t => {
  const names = [...importable, '__proto__', 'constructor', 'toString', 'custom_attrs', 'types'];
  const lists = fc.dictionary(fc.constantFrom(...names), fc.oneof(junk, fc.array(junk, {maxLength: 3})));
  let loaded = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(junk, lists), async records => {
      if (await isLoaded(t, JSON.parse(JSON.stringify(records ?? null)), openBare())) {
        loaded += 1;
      }
    }),
    {seed: 1, numRuns: runs},
  );
  t.true(loaded > 0 && loaded < runs / 2, `${loaded} of ${runs} were loaded`);
});
