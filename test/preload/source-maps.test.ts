import test from 'ava';
import {transformSync} from 'esbuild';
import {projectOf, runNode, startServers} from '../support/preload.js';

const source = `
interface Gift { readonly amount: number }

// Comments go when it is compiled.
const send = async ({amount}: Gift): Promise<void> => {
  await fetch(\`\${process.env.CRM_SANDBOX_URL}/gift?\${amount}\`);
};
await send({amount: 1});
`;

function compiled(sourcemap: 'inline' | 'external', name = '../src/sync.ts') {
  return transformSync(source, {loader: 'ts', format: 'esm', minifyWhitespace: true, sourcemap, sourcefile: name});
}

const cases = [
  ['an external map', compiled('external'), []],
  ['an external map and --enable-source-maps', compiled('external'), ['--enable-source-maps']],
  ['an inline map', compiled('inline'), []],
  ['an inline map and --enable-source-maps', compiled('inline'), ['--enable-source-maps']],
] as const;

for (const [title, {code, map}, flags] of cases) {
  test(`a caller has the line of the source, with ${title}`, async t => {
    const {got, url} = await startServers(t);
    const js = map === '' ? code : `${code}//# sourceMappingURL=sync.mjs.map\n`;
    const folder = await projectOf(t, {'dist/sync.mjs': js, ...(map !== '' && {'dist/sync.mjs.map': map})});
    const {stderr} = await runNode(t, folder, [...flags, 'dist/sync.mjs'], {CRM_SANDBOX_URL: url});
    t.is(stderr, '');
    t.is(got.get('/gift?1')?.caller, 'src/sync.ts:6 < src/sync.ts:8');
  });
}

test('lines of packages inside a bundle are left out', async t => {
  const {got, url} = await startServers(t);
  const {code, map} = compiled('external', '../node_modules/sdk/index.ts');
  const folder = await projectOf(t, {
    'dist/sdk.mjs': `${code}//# sourceMappingURL=sdk.mjs.map`,
    'dist/sdk.mjs.map': map,
  });
  await runNode(t, folder, ['dist/sdk.mjs'], {CRM_SANDBOX_URL: url});
  t.true(got.has('/gift?1'));
  t.is(got.get('/gift?1')?.caller, undefined);
});

test('a webpack source is found in the working directory', async t => {
  const {got, url} = await startServers(t);
  const {code, map} = compiled('external', 'webpack://app/./src/sync.ts');
  const folder = await projectOf(t, {
    'dist/sync.mjs': `${code}//# sourceMappingURL=sync.mjs.map`,
    'dist/sync.mjs.map': map,
    'src/sync.ts': source,
  });
  await runNode(t, folder, ['dist/sync.mjs'], {CRM_SANDBOX_URL: url});
  t.is(got.get('/gift?1')?.caller, 'src/sync.ts:6 < src/sync.ts:8');
});

for (const [title, map] of [
  ['is missing', undefined],
  ['is not JSON', '{'],
  ['has no mappings', '{}'],
  ['has a missing source', compiled('external', 'webpack://app/./src/sync.ts').map],
] as const) {
  test(`a caller has the line of the compiled file if the map ${title}`, async t => {
    const {got, url} = await startServers(t);
    const folder = await projectOf(t, {
      'dist/sync.mjs': `${compiled('external').code}//# sourceMappingURL=sync.mjs.map`,
      ...(map !== undefined && {'dist/sync.mjs.map': map}),
    });
    const {code, stderr} = await runNode(t, folder, ['dist/sync.mjs'], {CRM_SANDBOX_URL: url});
    t.deepEqual([code, stderr], [0, '']);
    t.is(got.get('/gift?1')?.caller, 'dist/sync.mjs:1');
  });
}
