import {writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {readRecording} from '../../src/exchanges/recording/read-recording.js';
import {limits} from '../../src/limits.js';
import {newFolder, type Undo} from '../support/cli.js';
import {traceOf} from '../support/traces.js';

async function written(t: Undo, content: unknown): Promise<string> {
  const file = path.join(await newFolder(t), 'recording.har');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const entry = (url: string, more: object = {}) => ({
  startedDateTime: '2026-01-01T00:00:00.500Z',
  request: {method: 'get', url, headers: [{name: 'Authorization', value: 'Bearer Zanzibar'}]},
  response: {status: 200, content: {text: '{}', size: 2}},
  ...more,
});

const archive = (...entries: readonly object[]) => ({log: {version: '1.2', entries}});

test('a HAR of a browser is read in order of time, without headers', async t => {
  const earlier = entry('https://crm.example/api/v1/funds?limit=1', {startedDateTime: '2026-01-01T01:00:00+02:00'});
  const exchanges = await readRecording(await written(t, archive(entry('data:text/plain,x'), earlier)));
  t.deepEqual(exchanges[0], {
    number: 2,
    group: '',
    at: Date.parse('2025-12-31T23:00:00Z'),
    method: 'GET',
    path: '/api/v1/funds',
    search: 'limit=1',
    body: undefined,
    status: 200,
    reply: '{}',
    isFault: false,
  });
  t.is(exchanges.length, 2);
});

test('a Base64 response is decoded, and an incomplete one is left out', async t => {
  const content = (content: object) => entry('http://a/', {response: {status: 200, content}});
  const contents = [{text: Buffer.from('é').toString('base64'), encoding: 'base64', size: 2}, {text: '{', size: 9}, {}];
  const exchanges = await readRecording(await written(t, archive(...contents.map(content))));
  t.deepEqual(
    exchanges.map(({reply}) => reply),
    ['é', undefined, undefined],
  );
});

const wrong: Readonly<Record<string, readonly [content: unknown, message: RegExp]>> = {
  'invalid JSON': [
    '{"log": {"text": "Zanzibar" "x"}}',
    /^The recording is neither a trace nor an HTTP Archive \(HAR\): it is not JSON/,
  ],
  'a text': ['Zanzibar', /it is not JSON/],
  'an empty file': ['', /it is not JSON/],
  'another document': [{Zanzibar: 1}, /^The recording is no HTTP Archive \(HAR\): log: is missing or invalid$/],
  'a wrong time': [
    archive(entry('/', {startedDateTime: 'Zanzibar'})),
    /log\.entries\.0\.startedDateTime: is missing or invalid$/,
  ],
  'a wrong status': [
    archive(entry('/', {response: {status: 'Zanzibar'}})),
    /log\.entries\.0\.response\.status: is missing or invalid$/,
  ],
};

for (const [name, [content, message]] of Object.entries(wrong)) {
  test(`an invalid recording is rejected without quoting it: ${name}`, async t => {
    const error = await t.throwsAsync(readRecording(await written(t, content)), {name: 'RecordingError', message});
    t.false(error.message.includes('Zanzibar'));
  });
}

test('a recording with too many requests is rejected', async t => {
  const entries = Array.from({length: limits.recordedExchanges + 1}, () => entry('http://a/'));
  await t.throwsAsync(readRecording(await written(t, archive(...entries))), {message: /has 10001 requests/});
});

test('a trace is read with its exchanges grouped by account and reset, and faults marked', async t => {
  const file = path.join(await newFolder(t), 'run.trace.gz');
  const reset = {method: 'POST', path: '/_sandbox/reset'};
  await traceOf(file, {}, async (send, sandbox) => {
    await send({method: 'GET', path: '/api/v1/funds?limit=1'});
    await send({method: 'GET', path: '/api/v1/funds', key: 'sbx_other'});
    await send(reset);
    await sandbox.fault('listFunds:503');
    await send({method: 'GET', path: '/api/v1/funds'});
  });
  const exchanges = await readRecording(file);
  t.deepEqual(
    exchanges.map(({group, isFault, status, search}) => [group, isFault, status, search]),
    [
      ['default 0', false, 200, 'limit=1'],
      ['other 0', false, 200, ''],
      ['default 1', true, 503, ''],
    ],
  );
});
