import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import * as library from '../../src/index.js';
import {startSandbox} from '../../src/index.js';
import {root} from '../support/pages.js';

type ErrorClass = new (...given: never[]) => Error;

const {ApiError, InvalidArgumentError, SnapshotError, VerificationError, RefusedCheck} = library;
const {LockedError, LockUnavailableError, GoneError, DataTooLargeError} = library;

function folder(t: ExecutionContext): string {
  const created = mkdtempSync(path.join(os.tmpdir(), 'crm-sandbox-errors-'));
  t.teardown(() => rmSync(created, {recursive: true, force: true}));
  return created;
}

async function start(t: ExecutionContext, options: library.StartOptions = {}) {
  const sandbox = await startSandbox({profile: 'empty', ...options});
  t.teardown(() => sandbox.close().catch(() => undefined));
  return sandbox;
}

/** Provokes an error of each class. Errors that the test machine cannot provoke are created. */
const provoked: ReadonlyArray<[ErrorClass, code: string, (t: ExecutionContext) => unknown]> = [
  [InvalidArgumentError, 'INVALID_ARGUMENT', () => startSandbox({prot: 1} as object)],
  [InvalidArgumentError, 'INVALID_ARGUMENT', () => startSandbox({faults: ['createGfit:lost']})],
  [InvalidArgumentError, 'INVALID_ARGUMENT', async t => (await start(t)).account('a', {assume: 'x=1'})],
  [InvalidArgumentError, 'INVALID_ARGUMENT', async t => (await start(t)).verify(5 as never)],
  [InvalidArgumentError, 'INVALID_ARGUMENT', async t => (await start(t)).onExchange(5 as never)],
  [InvalidArgumentError, 'INVALID_ARGUMENT', async t => (await start(t)).check(5 as never)],
  [InvalidArgumentError, 'INVALID_ARGUMENT', async t => (await start(t)).check(async () => 0, {jobs: 0})],
  [InvalidArgumentError, 'INVALID_ARGUMENT', async t => (await start(t)).checkLostAnswers()],
  [ApiError, 'BAD_REQUEST', async t => (await start(t)).fault('createGift:lots')],
  [ApiError, 'BAD_REQUEST', async t => (await start(t)).requests({operation: 'createGfit'})],
  [ApiError, 'BAD_REQUEST', async t => (await start(t)).diff('request:x')],
  [ApiError, 'NOT_FOUND', async t => (await start(t)).restore('no-such')],
  [ApiError, 'NOT_FOUND', async t => (await start(t)).request(1)],
  [ApiError, 'UNPROCESSABLE_ENTITY', async t => (await start(t)).seed({records: {gfits: []}})],
  [ApiError, 'UNPROCESSABLE_ENTITY', async t => (await start(t)).clock.set('noon')],
  [ApiError, 'UNPROCESSABLE_ENTITY', async t => (await start(t)).reset('nowhere' as never)],
  [
    ApiError,
    'CONFLICT',
    async t => {
      const sandbox = await start(t);
      await sandbox.account('a').status();
      sandbox.account('a', {assume: 'observed'});
    },
  ],
  [ApiError, 'INSUFFICIENT_STORAGE', async t => (await start(t)).seed({constituents: 1_000_000})],
  [
    SnapshotError,
    'INVALID_SNAPSHOT',
    async t => {
      const from = path.join(folder(t), 'bad.json');
      writeFileSync(from, '{}');
      await start(t, {from});
    },
  ],
  [VerificationError, 'VERIFICATION_FAILED', async t => (await start(t)).verify({operation: 'createGift'})],
  [RefusedCheck, 'CHECK_REFUSED', async t => (await start(t)).check(async () => 1)],
  [RefusedCheck, 'CHECK_REFUSED', async t => (await start(t)).check((() => 1) as never)],
  [
    LockedError,
    'DATA_FILE_LOCKED',
    async t => {
      const data = path.join(folder(t), 'data.json');
      await start(t, {data});
      await start(t, {data});
    },
  ],
  [
    GoneError,
    'DATA_FILE_GONE',
    async t => {
      const data = path.join(folder(t), 'data.json');
      const sandbox = await start(t, {data});
      rmSync(data);
      writeFileSync(data, 'another file');
      await sandbox.close();
    },
  ],
  [LockUnavailableError, 'DATA_FILE_LOCK_UNAVAILABLE', () => Promise.reject(new LockUnavailableError('file', ''))],
  [DataTooLargeError, 'DATA_TOO_LARGE', () => Promise.reject(new DataTooLargeError('too large'))],
];

test('every error that the library throws has an exported class, its name and a code', async t => {
  for (const [errorClass, code, provoke] of provoked) {
    const error = (await t.throwsAsync(async () => provoke(t), {instanceOf: errorClass}, code)) as {code?: string};
    t.like(error, {name: errorClass.name, code});
  }
});

const page = readFileSync(`${root}docs/reference/errors.md`, 'utf8');

test('the errors page lists every class with its codes', t => {
  const rows = Array.from(page.matchAll(/^\| `(\w+)`[^|]*\| (`[A-Z][^|]*)\|/gm), ([, name, codes]) => [name!, codes!]);
  const listed = new Map(rows.map(([name, codes]) => [name, codes!.match(/\w+(?=`)/g)]));
  const classes = Object.values(library).filter(one => Object.prototype.isPrototypeOf.call(Error, one));
  t.deepEqual([...listed.keys()].sort(), classes.map(({name}) => name).sort());
  t.deepEqual([...new Set(provoked.map(([{name}]) => name))].sort(), [...listed.keys()].sort());
  for (const [{name}, code] of provoked) {
    t.true(listed.get(name)?.includes(code), `${name} ${code}`);
  }
});

test('system errors keep their codes', async t => {
  const {port} = await start(t);
  await t.throwsAsync(startSandbox({port}), {code: 'EADDRINUSE'});
  await t.throwsAsync(startSandbox({from: path.join(folder(t), 'missing.json')}), {code: 'ENOENT'});
  await t.throwsAsync(startSandbox({data: folder(t)}), {code: 'EISDIR'});
});

test('every method rejects a wrong argument with a code, before and after close()', async t => {
  const wrong = [
    null,
    5,
    '',
    {},
    [],
    true,
    () => 1,
    10n,
    Number.NaN,
    [null],
    {operation: 5},
    {records: 5},
    {fault: null},
  ];
  const sandbox = await start(t);
  const methods = [sandbox, sandbox.clock].flatMap(target =>
    // `fetch` fails with the errors of the global fetch, which have no code.
    Object.entries(target).filter(
      ([name, value]) => typeof value === 'function' && name !== 'close' && name !== 'fetch',
    ),
  ) as Array<[string, (...given: unknown[]) => unknown]>;
  t.true(methods.length > 20);
  for (let runs = 0; runs < 2; runs++) {
    for (const [name, method] of methods) {
      for (const value of wrong.flatMap(one => [[one], [name === 'reset' ? 'baseline' : 'new', one]])) {
        try {
          await method(...value);
        } catch (error) {
          t.regex((error as {code: string}).code, /^[A-Z_]+$/, `${name} ${String(error)}`);
        }
      }
    }
    await sandbox.close();
  }
});

test('the body of an error response has no code', async t => {
  const {url, key} = await start(t);
  const headers = {authorization: `Bearer ${key}`};
  const replies = await Promise.all(
    ['/api/v1/gifts/1', '/_sandbox/requests/999', '/_sandbox/nothing'].map(path => fetch(`${url}${path}`, {headers})),
  );
  for (const reply of replies) {
    t.deepEqual(Object.keys((await reply.json()) as object), ['api_version', 'error', 'description']);
  }
});
