import test from 'ava';
import type {Exchange} from '../../src/exchanges/exchange.js';
import {startTestSandbox} from '../support/sandbox.js';

test('a test suite lists, marks and subscribes to its requests', async t => {
  const sandbox = await startTestSandbox(t);
  const received: Array<[number, string | null]> = [];
  const end = sandbox.onExchange(({seq, account}: Exchange) => received.push([seq, account]));
  await sandbox.mark('pays once');
  await sandbox.post('/api/v1/groups', {name: 'Choir'});
  await sandbox.get('/api/v1/funds', {key: 'wrong'});
  await sandbox.get('/api/v1/funds', {key: 'sbx_other'});
  await sandbox.get('/health');
  end();
  await sandbox.get('/api/v1/funds');
  t.deepEqual(received, [
    [1, 'default'],
    [2, null],
  ]);
  const [request] = await sandbox.requests({changed: true, operation: 'createGroup', status: 200, limit: 5});
  t.like(request, {seq: 1, mark: 'pays once', url: '/api/v1/groups'});
  t.like((await sandbox.account('default').request(1)).change?.total, {created: 1});
  t.is((await sandbox.account('other').requests()).length, 1);
  await t.throwsAsync(sandbox.account('default').request(9), {message: /has no request 9/});
  await t.throwsAsync(sandbox.requests({opertion: 'x'} as never), {
    message: 'there is no filter "opertion"; did you mean operation?',
  });
  await t.throwsAsync(sandbox.requests({operation: 'createGitf'}), {message: /did you mean createGift\?/});
  t.throws(() => sandbox.onExchange(5 as never), {
    name: 'InvalidArgumentError',
    message: 'onExchange: must be a function, got 5',
  });
  await sandbox.reset();
  t.deepEqual(await sandbox.requests(), []);
});

test('a mark ends by end(), at the end of its scope, or by mark(null)', async t => {
  const sandbox = await startTestSandbox(t);
  const marks = async () => (await sandbox.requests()).map(({mark, unassigned}) => mark ?? unassigned?.marks ?? null);
  const send = () => sandbox.get('/api/v1/funds');
  const outer = await sandbox.mark('outer');
  await send();
  {
    await using inner = await sandbox.mark('inner');
    t.is(inner.name, 'inner');
    await send();
  }
  await send();
  await outer.end();
  await outer.end();
  await send();
  await sandbox.mark('forgotten');
  t.is(await sandbox.mark(null), undefined);
  await send();
  t.deepEqual(await marks(), ['outer', ['outer', 'inner'], 'outer', null, null]);
});
