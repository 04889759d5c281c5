import test from 'ava';
import {authority, named, preload, projectOf, runNode} from '../support/preload.js';

/** The parts of Bun that the preload uses: `Worker`, and `fetch` without diagnostics. Both print their input. */
const bun = `
globalThis.Bun = {};
globalThis.Worker = class { constructor(script, options) { console.log(script, JSON.stringify(options)); } };
globalThis.fetch = async (input, init) => console.log(new Request(input, init).headers.get('x-sandbox-caller'));
`;

const client = `
await fetch('https://${named}/named');
await fetch('https://elsewhere.example/elsewhere');
new Worker('alone.js');
new Worker('more.js', {name: 'mine', preload: './own.js'});
new Worker('most.js', {preload: ['./a.js', './b.js']});
`;

test('in Bun, fetch sends the caller to intercepted hosts, and workers load the preload first', async t => {
  const folder = await projectOf(t, {'bun.cjs': bun, 'src/client.mjs': client});
  const {code, stdout, stderr} = await runNode(t, folder, ['src/client.mjs'], {
    CRM_SANDBOX_INTERCEPT: JSON.stringify({hosts: [named], port: 9, ca: authority}),
    NODE_OPTIONS: `--require ${folder}/bun.cjs --require ${preload}`,
  });
  t.deepEqual([code, stderr], [0, '']);
  t.deepEqual(stdout.trimEnd().split('\n'), [
    'src/client.mjs:2',
    'null',
    `alone.js ${JSON.stringify({preload: [preload]})}`,
    `more.js ${JSON.stringify({name: 'mine', preload: [preload, './own.js']})}`,
    `most.js ${JSON.stringify({preload: [preload, './a.js', './b.js']})}`,
  ]);
});
