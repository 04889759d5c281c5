import {EventEmitter} from 'node:events';
import type {ServerResponse} from 'node:http';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {BodyBudget, checkRatio} from '../../src/http/body-stream.js';
import {startTestSandbox} from '../support/sandbox.js';

const gzip = {'content-encoding': 'gzip', 'content-type': 'application/json'};

test('admin requests are limited to 64 KiB, except seeding', async t => {
  const sandbox = await startTestSandbox(t);
  const raw = JSON.stringify({mode: 'merge', records: {groups: [{name: 'Choir'}]}, ' ': undefined}).padEnd(70_000);
  const reset = await sandbox.post('/_sandbox/reset', undefined, {raw: '{}'.padEnd(70_000)});
  t.is(reset.status, 413);
  t.is(reset.body.description, 'The body is larger than 65536 bytes');
  t.is((await sandbox.post('/_sandbox/reset', undefined, {raw: '{}'.padEnd(65_536)})).status, 200);
  t.is((await sandbox.put('/_sandbox/clock', undefined, {raw: '{}'.padEnd(70_000)})).status, 413);
  t.is((await sandbox.post('/_sandbox/seed', undefined, {raw})).status, 200);
});

test('decompression bombs are rejected, even many at once, and /health stays available', async t => {
  const sandbox = await startTestSandbox(t);
  const bomb = gzipSync(Buffer.alloc(256 * 1024 * 1024, ' '), {level: 9});
  t.true(bomb.length < 270_000);
  const paths = ['/_sandbox/seed', '/_sandbox/reset', '/api/v1/groups'];
  const bombs = Array.from({length: 24}, (_, number) =>
    sandbox.post(paths[number % 3]!, undefined, {raw: bomb, headers: gzip}),
  );
  t.is((await sandbox.get('/health')).status, 200);
  const replies = await Promise.all(bombs);
  t.true(
    replies.every(({status}) => status === 413 || status === 503),
    replies.map(({status}) => status).join(),
  );
  t.is((await sandbox.get('/health')).status, 200);
  t.is((await sandbox.post('/api/v1/groups', {name: 'Choir'})).status, 200);
});

test('a compressed data set of records is accepted', async t => {
  const sandbox = await startTestSandbox(t);
  const groups = Array.from({length: 30_000}, (_, number) => ({name: `The choir of the parish, voice ${number}`}));
  const raw = gzipSync(JSON.stringify({records: {groups: groups.slice(0, 30)}}).padEnd(1_500_000, ' \n\t\r'));
  t.is(
    (await sandbox.post('/_sandbox/seed', undefined, {raw, headers: gzip})).status,
    413,
    'padding with an excessive compression ratio is rejected',
  );
  const records = gzipSync(JSON.stringify({records: {groups}}));
  t.is((await sandbox.post('/_sandbox/seed', undefined, {raw: records, headers: gzip})).status, 200);
});

test('the body budget is released when responses close; exceeding it is a 503 with Retry-After', t => {
  const budget = new BodyBudget(100);
  const responses = [new EventEmitter(), new EventEmitter()] as [EventEmitter, EventEmitter];
  const [one, other] = responses.map(response => budget.holdFor(response as ServerResponse)) as [
    (bytes: number) => void,
    (bytes: number) => void,
  ];
  one(60);
  one(30);
  other(10);
  const refused = t.throws(() => other(1));
  t.like(refused, {status: 503, headers: {'Retry-After': '1', Connection: 'close'}});
  responses[0].emit('close');
  other(90);
  t.throws(() => other(1));
  responses[1].emit('close');
  budget.holdFor(new EventEmitter() as ServerResponse)(100);
});

test('a body over 1 MiB may inflate to at most 100 times its size; a smaller one is not checked', t => {
  t.notThrows(() => checkRatio(1, 1024 * 1024));
  t.notThrows(() => checkRatio(20_000, 2_000_000));
  t.throws(() => checkRatio(19_999, 2_000_000), {message: 'The body inflates to more than 100 times its size'});
});
