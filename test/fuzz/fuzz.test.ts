import {createHash} from 'node:crypto';
import test from 'ava';
import {effort, patience} from '../support/effort.js';
import {generatingTest} from '../support/generating-test.js';
import {fuzz} from './fuzz.js';
import {readOptions} from './options.js';
import {startOwnSandbox} from './own-sandbox.js';
import {describe} from './report.js';

generatingTest('the sandbox conforms to its OpenAPI document under fuzzed requests', async t => {
  t.timeout(patience);
  const sandbox = await startOwnSandbox();
  t.teardown(() => sandbox.close());
  const options = readOptions([], process.env, {seed: 1, requests: effort(400, 60_000)});
  const report = await fuzz(sandbox.document, sandbox.server, options);
  t.log(describe(report));
  t.deepEqual(report.failures, []);
  t.deepEqual(await sandbox.complaints(), []);
  t.true(report.coverage.requests >= options.requests);
});

generatingTest('the same seed sends the same requests', async t => {
  const hashOf = async (seed: number) => {
    const sandbox = await startOwnSandbox();
    t.teardown(() => sandbox.close());
    const hash = createHash('sha256');
    const {send} = sandbox.server;
    const server = {
      ...sandbox.server,
      send: async (request: Parameters<typeof send>[0]) => {
        const reply = await send(request);
        hash.update(JSON.stringify([request, reply.status, reply.text]).replaceAll(sandbox.server.url, ''));
        return reply;
      },
    };
    await fuzz(sandbox.document, server, {seed, requests: 80, only: 'Membership'});
    return hash.digest('hex');
  };
  const [one, again, another] = [await hashOf(1), await hashOf(1), await hashOf(2)];
  t.is(one, again);
  t.not(one, another);
});

test('command line options take precedence over the environment', t => {
  const usual = {seed: 1, requests: 10};
  t.deepEqual(readOptions([], {}, usual), usual);
  t.deepEqual(readOptions([], {FUZZ_SEED: '2', FUZZ_REQUESTS: '3'}, usual), {seed: 2, requests: 3});
  const given = readOptions(['--seed', '4', '--only', 'Gift'], {FUZZ_SEED: '2'}, usual);
  t.deepEqual(given, {seed: 4, requests: 10, only: 'Gift'});
  t.throws(() => readOptions(['--seed', 'x'], {}, usual), {message: '--seed takes a whole number, not x'});
  t.throws(() => readOptions(['--sede', '1'], {}, usual), {message: /sede/});
});
