import {once} from 'node:events';
import {request} from 'node:http';
import {setTimeout as pause} from 'node:timers/promises';
import test from 'ava';
import {VerificationError} from '../../src/index.js';
import {startTestSandbox} from '../support/sandbox.js';

test('verify() returns the matching exchanges, or throws an error with the nearest ones', async t => {
  const sandbox = await startTestSandbox(t);
  const {name, verify} = sandbox.account('suite');
  t.is(name, 'suite');
  const call = {key: 'sbx_suite', headers: {'x-sandbox-caller': 'src/sync.ts:42'}};
  await sandbox.post('/api/v1/groups', {name: 'Choir', ordinal: 3}, call);
  const [exchange] = await verify({operation: 'createGroup', body: {ordinal: '3'}, times: 1});
  t.is((exchange!.change!.created['groups']![0] as {name?: unknown}).name, 'Choir');
  await sandbox.get('/api/v1/funds', call);
  const error = await t.throwsAsync(verify({operation: 'createGroup', body: {name: 'Band', ordinal: 4}, times: 1}), {
    instanceOf: VerificationError,
  });
  t.is(error.name, 'VerificationError');
  t.is(
    error.message,
    [
      'Expected exactly once: createGroup, body {"name":"Band","ordinal":4}',
      'Found none among 2 requests',
      'Nearest:',
      `  #${exchange!.seq} POST /api/v1/groups 200 from src/sync.ts:42`,
      '    body.name: expected "Band", found "Choir"',
      '    body.ordinal: expected 4, found 3',
      `  #${error.nearest[1]!.seq} GET /api/v1/funds 200 from src/sync.ts:42`,
      '    operation: expected "createGroup", found "listFunds"',
      '    body: expected {"name":"Band","ordinal":4}, found nothing',
    ].join('\n'),
  );
  t.deepEqual(
    [error.expected, error.found.count, error.evicted],
    ['exactly once: createGroup, body {"name":"Band","ordinal":4}', 0, undefined],
  );
  await t.throwsAsync(verify({operaton: 'x'} as never), {message: /^operaton: unknown field/, name: 'ApiError'});
});

test('verify() accepts only an object, because any request would match an empty expectation', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.post('/api/v1/groups', {name: 'Choir'});
  const {verify} = sandbox.account('default');
  for (const [expected, got] of [
    [undefined, 'undefined'],
    [null, 'null'],
    ['createGroup', '"createGroup"'],
    [[], 'an array'],
  ]) {
    await t.throwsAsync(verify(expected as never), {
      name: 'InvalidArgumentError',
      message: `verify: must be an object such as {operation: 'createGift'}, got ${got}`,
    });
  }
  const body = JSON.parse('{"__proto__": {"name": "Choir"}}');
  await t.throwsAsync(verify({body}), {instanceOf: VerificationError});
});

test('verify() sees only the requests of its own account', async t => {
  const sandbox = await startTestSandbox(t);
  await sandbox.post('/api/v1/groups', {name: 'Choir'}, {key: 'sbx_one'});
  await sandbox.account('two').verify({operation: 'createGroup', times: 0});
  await sandbox.account('one').verify({operation: 'createGroup', times: 1});
});

test('pending verifications end when the sandbox closes; disconnected clients do not delay it', async t => {
  const sandbox = await startTestSandbox(t);
  const verify = {operation: 'createGroup', within: '5m'};
  const waiting = t.throwsAsync(sandbox.verify(verify), {
    message: 'The sandbox is closing, and waits for no more requests',
  });
  const requestVerification = async () => {
    const outgoing = request(`${sandbox.url}/_sandbox/verify`, {
      method: 'POST',
      headers: {authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json', expect: '100-continue'},
      agent: false,
    });
    outgoing.on('error', () => undefined).flushHeaders();
    await once(outgoing, 'continue'); // a busy machine may take long to accept the connection
    return outgoing.end(JSON.stringify(verify));
  };
  const disconnected = await requestVerification();
  const connected = await requestVerification();
  const status = new Promise<number | undefined>(resolve =>
    connected.once('response', ({statusCode}) => resolve(statusCode)),
  );
  await pause(100);
  disconnected.destroy();
  await pause(20);
  await sandbox.close();
  await waiting;
  t.is(await status, 503);
});
