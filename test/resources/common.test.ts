import test, {type ExecutionContext} from 'ava';
import {type Client, everyItem, ownAccount} from '../support/factories.js';
import {readLists, type WrittenResource, writtenResources} from '../support/resources.js';
import {startTestSandbox, type TestSandbox} from '../support/sandbox.js';

async function open(t: ExecutionContext, resource: WrittenResource) {
  const sandbox = await startTestSandbox(t);
  const client = ownAccount(sandbox);
  const place = await resource.place(client);
  const create = async () => client.post(place, {...resource.body, ...(await resource.needs?.(client))});
  return {sandbox, client, place, create, total: async () => (await client.get(place)).body.total_items as number};
}

const written = test.macro<[WrittenResource]>({
  async exec(t, resource) {
    const {sandbox, client, place, create, total} = await open(t, resource);
    const before = await total();
    const {status, body} = await create();
    t.is(status, 200);
    t.is(await total(), before + 1, 'the created record is listed');
    const path = `${resource.name}/${body.id}`;
    await checkShowAndUpdate(t, client, path, body, resource.change);
    await checkRejections(t, sandbox, client, {path, place, resource});
    t.is(await total(), before + 1, 'rejected requests created nothing');
    await checkDelete(t, client, path);
    t.true((await create()).body.id > body.id, 'ids are never reused');
  },
  title: (_, {name}) => `${name}: create, show, update, reject, delete`,
});

async function checkShowAndUpdate(
  t: ExecutionContext,
  client: Client,
  path: string,
  body: object,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  t.deepEqual((await client.get(path)).body, body, 'GET returns the same body as POST');
  t.deepEqual((await client.get(`${path}.json`)).body, body, 'a path with .json returns the same body');
  const {body: changed} = await client.patch(path, change);
  t.deepEqual(changed, {...body, ...change}, 'PATCH changes only the fields sent');
  t.deepEqual((await client.put(path, change)).body, changed, 'PUT behaves like PATCH');
  t.deepEqual((await client.patch(path, {unknown_field: 1, id: 7, created_at: '2000-01-01T00:00:00Z'})).body, changed);
}

interface Place {
  readonly path: string;
  readonly place: string;
  readonly resource: WrittenResource;
}

async function checkRejections(t: ExecutionContext, sandbox: TestSandbox, client: Client, at: Place): Promise<void> {
  const {path, place, resource} = at;
  const [field = ''] = Object.keys(resource.wrong);
  const shown = (await client.get(path)).body;
  for (const reply of [
    await client.patch(path, resource.wrong),
    await client.post(place, {...resource.body, ...resource.wrong}),
  ]) {
    t.is(reply.status, 422);
    t.is(reply.body.error, 'error saving object');
    t.true(reply.body.description.includes(`${field}: must be`), reply.body.description);
  }
  t.deepEqual((await client.get(path)).body, shown, 'rejected requests changed nothing');
  for (const [method, url] of [
    ['GET', path],
    ['PATCH', path],
    ['DELETE', path],
    ['POST', place],
  ] as const) {
    const call = (key: string | null) =>
      sandbox.request(method, `/api/v1/${url}`, method === 'GET' ? undefined : {}, {key});
    t.is((await call(null)).status, 401);
    t.is((await call('sandbox-blocked-key')).status, 403);
    t.is((await call('sandbox-readonly-key')).status === 403, method !== 'GET', `${method} with a read-only key`);
  }
}

async function checkDelete(t: ExecutionContext, client: Client, path: string): Promise<void> {
  const {status, text} = await client.delete(path);
  t.is(status, 200);
  t.is(text, '{"api_version":"1.0","result":"success"}');
  for (const reply of [await client.get(path), await client.patch(path, {}), await client.delete(path)]) {
    t.is(reply.status, 404);
    t.is(reply.body.error, 'Not Found');
  }
  const [resource = ''] = path.split('/');
  for (const id of ['0', '-1', 'abc', '1.5', '99999999999999999999', '%20', '999999999']) {
    t.is((await client.get(`${resource}/${id}`)).status, 404, id);
  }
}

for (const resource of writtenResources) {
  test(written, resource);
}

const listed = test.macro<[path: string, itemType: string, least: number]>({
  async exec(t, path, itemType, least) {
    const client = ownAccount(await startTestSandbox(t));
    const {body} = await client.get(path);
    t.is(body.item_type, itemType);
    t.is(body.limit, 25);
    t.is(body.offset, 0);
    t.true(body.total_items >= least, `${body.total_items} entries`);
    t.is(body.items_count, Math.min(25, body.total_items));
    t.deepEqual(
      Object.keys(body).filter(name => !name.startsWith('next_')),
      ['api_version', 'items_count', 'total_items', 'limit', 'offset', 'item_type', 'items'],
    );
    const all = await everyItem(client, path);
    t.is(all.length, body.total_items);
    t.deepEqual(await everyItem(client, path, 7), all, 'the pages add up to the whole list without overlap or gap');
    const past = (await client.get(`${path}?offset=100000`)).body;
    t.deepEqual([past.items, past.items_count, past.next_item, past.next_link], [[], 0, undefined, undefined]);
  },
  title: (_, path) => `the list ${path} can be paged to its end`,
});

for (const row of readLists) {
  test(listed, ...row);
}
