import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import {pathToFileURL} from 'node:url';
import test from 'ava';
import {heapFlags} from '../../src/cli/larger-heap.js';
import {root} from '../support/pages.js';

test('the usual heap is enough for most data, and larger ones name what they need', t => {
  t.deepEqual(heapFlags({}), []);
  t.deepEqual(heapFlags({profile: 'large'}), []);
  t.deepEqual(heapFlags({constituents: 300_000}, {memory: 64 * 1024 ** 3, words: []}), []);
  const [flag] = heapFlags({constituents: 1_000_000}, {memory: 64 * 1024 ** 3, words: []});
  t.is(flag, '--max-old-space-size=10136');
  t.deepEqual(heapFlags({constituents: 1_000_000}, {memory: 8 * 1024 ** 3, words: []}), [], 'there is not so much');
  const words = ['--max-old-space-size=100'];
  t.deepEqual(heapFlags({constituents: 1_000_000}, {memory: 64 * 1024 ** 3, words}), [], 'somebody has said it');
});

const module = pathToFileURL(path.join(root, 'dist/src/cli/larger-heap.js')).href;

const script = `
import {runWith, endWithParent} from '${module}';
import {getHeapStatistics} from 'node:v8';
if (process.execArgv.length === 0) {
  await runWith(['--max-old-space-size=600']);
} else {
  endWithParent();
  process.on('SIGTERM', () => process.exit(7));
  console.log(process.pid, getHeapStatistics().heap_size_limit > 600 * 1024 ** 2);
  setInterval(() => undefined, 1000);
}
`;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

for (const [signal, ends] of [
  ['SIGTERM', 7],
  ['SIGKILL', null],
] as const) {
  test(`a process with a larger heap gets the ${signal} of the one that started it`, async t => {
    const folder = await mkdtemp(path.join(tmpdir(), 'heap-'));
    t.teardown(() => rm(folder, {recursive: true}));
    await writeFile(path.join(folder, 'script.mjs'), script);
    const parent = spawn(process.execPath, [path.join(folder, 'script.mjs')], {
      env: {...process.env, NODE_OPTIONS: ''},
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.teardown(() => parent.kill('SIGKILL'));
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const [pid, isLarger] = line.toString().trim().split(' ');
    t.is(isLarger, 'true');
    parent.kill(signal);
    const [code] = await once(parent, 'exit');
    t.is(code, ends);
    for (let waited = 0; waited < 100 && isAlive(Number(pid)); waited++) {
      await wait(100);
    }
    t.false(isAlive(Number(pid)));
  });
}
