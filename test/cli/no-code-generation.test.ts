import test from 'ava';
import {mayGenerate} from '../../src/schema/generated-code.js';
import {runCli, startCli} from '../support/cli.js';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into a reply without declaring its shape
type Json = any;

const flag = '--disallow-code-generation-from-strings';
const forbidden = {NODE_OPTIONS: flag};

test('the sandbox reads, writes, searches and imports without code generation from strings', async t => {
  const {url, get} = await startCli(t, [], 'small', forbidden);
  const send = async (method: string, path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {authorization: 'Bearer sandbox-key', 'content-type': 'application/json'},
      body: JSON.stringify(body),
    });
    t.is(response.status, 200, `${method} ${path}`);
    return (await response.json()) as Json;
  };
  const read = async (path: string) => (await (await get(path)).json()) as Json;
  const seeded = {funds: [{$id: 'roof', name: 'Roof'}], gifts: []};
  await send('POST', '/_sandbox/seed', {records: seeded});
  const {items, total_items} = await read('/api/v1/constituents?limit=25');
  t.is(items.length, 25);
  t.true(total_items > 25);
  const one = await read(`/api/v1/constituents/${items[0].id}`);
  t.deepEqual(Object.keys(one).slice(0, 3), ['api_version', 'id', 'external_constituent_id']);
  t.is(one.sort_name, items[0].sort_name);
  t.false('sort_key' in one);
  const gift = await send('POST', `/api/v1/constituents/${one.id}/gifts`, {
    gift_type_name: 'Gift',
    received_amount: '250',
    received_date: '2025-12-24',
    fund_name: 'Roof',
  });
  t.is(gift.fund_name, 'Roof');
  const changed = await send('PATCH', `/api/v1/gifts/${gift.id}`, {received_amount: 300});
  t.is(changed.received_amount, 300);
  const found = await read('/api/v1/gifts/search?q[]=gift_amount=eq|300');
  t.true(found.items.some(({id}: {id: number}) => id === gift.id));
  t.is((await get('/openapi.json')).status, 200);
});

test('mayGenerate() is false only under --disallow-code-generation-from-strings', t => {
  const flags = [...process.execArgv, process.env['NODE_OPTIONS'] ?? ''].join(' ');
  t.is(mayGenerate(), !flags.includes(flag));
});

test('--validate-replies is rejected under --disallow-code-generation-from-strings', async t => {
  const {code, stdout, stderr} = await runCli(t, ['start', '--port', '0', '--validate-replies'], forbidden).ended;
  t.is(code, 2);
  t.is(stdout, '');
  t.regex(stderr, /^--validate-replies cannot be used under --disallow-code-generation-from-strings: .*\.\n$/);
});
