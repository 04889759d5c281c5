import test from 'ava';
import {authority, named, preload, projectOf, runNode} from '../support/preload.js';

/** Bun as far as the preload knows it: a global `Worker`, and a `fetch` that publishes nothing. Both print what they get. */
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

test('in Bun, fetch tells the line to named hosts, and threads load the preload before what the user names', async t => {
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
