import test from 'ava';
import {created, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

test('a limit above the maximum is capped, and the response has the capped limit', async t => {
  for (const [options, largest] of [[{}, 500] as const, [{maxLimit: 10}, 10] as const]) {
    const client = ownAccount(await startTestSandbox(t, options));
    for (const [limit, served] of [
      [largest - 1, largest - 1],
      [largest, largest],
      [largest + 1, largest],
      [999_999_999_999_999, largest],
    ]) {
      const {body} = await client.get(`constituents?limit=${limit}`);
      t.is(body.limit, served);
      t.is(body.items_count, Math.min(served!, body.total_items));
    }
  }
});

test('maxLimit applies to every list, also without a limit parameter', async t => {
  const client = ownAccount(await startTestSandbox(t, {maxLimit: 3}));
  for (const path of ['constituents', 'gifts/search', 'categories', 'types', 'types/phone_number_types']) {
    const {body} = await client.get(path);
    t.is(body.limit, 3);
    t.is(body.items_count, 3, path);
  }
});

test('maxLimit can be raised above the default', async t => {
  const client = ownAccount(await startTestSandbox(t, {maxLimit: 100_000, profile: 'default'}));
  const {body} = await client.get('gifts/search?limit=100000');
  t.true(body.items_count > 500);
  t.is(body.items_count, body.total_items);
});

test('next_link uses the capped limit, and paging leaves no gap', async t => {
  const sandbox = await startTestSandbox(t, {maxLimit: 7});
  const {body} = await sandbox.get('/api/v1/constituents/search?limit=400&q[]=constituent_type=0&sort=name!');
  const link = new URL(body.next_link);
  t.is(link.search, '?limit=7&offset=7&q%5B%5D=constituent_type%3D0&sort=name%21');
  const ids: number[] = body.items.map(({id}: {id: number}) => id);
  let next: string | undefined = body.next_link;
  while (next !== undefined) {
    const page = await created(sandbox.get(next));
    ids.push(...page.items.map(({id}: {id: number}) => id));
    next = page.next_link;
  }
  t.is(ids.length, body.total_items);
  t.is(new Set(ids).size, body.total_items);
});
