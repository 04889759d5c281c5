import {execFile} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {parse} from 'yaml';
import {withoutNpx} from './support/cli.js';
import {blocksOf, root} from './support/pages.js';
import {projectWith} from './support/project.js';

const run = promisify(execFile);
const blocks = blocksOf('docs/reference/openapi.md');
const block = (name: string) => blocks.find(({run}) => run === name)!.text;

test('the commands write the document as JSON and YAML', async t => {
  const cwd = await projectWith(t, {});
  await run('sh', ['-ec', withoutNpx(block('document'))], {cwd});
  const document = JSON.parse(readFileSync(path.join(cwd, 'openapi.json'), 'utf8'));
  t.is(document.openapi, '3.1.0');
  t.deepEqual(parse(readFileSync(path.join(cwd, 'openapi.yaml'), 'utf8')), document);
});

test('the example with types compiles', async t => {
  const cwd = await projectWith(t, {});
  writeFileSync(path.join(cwd, 'package.json'), '{"type":"module"}');
  const words = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023', 'client.ts'];
  const compile = async (text: string) => {
    writeFileSync(path.join(cwd, 'client.ts'), text);
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    return await run(process.execPath, [tsc, ...words], {cwd}).then(
      () => '',
      (error: {stdout: string}) => error.stdout,
    );
  };
  t.is(await compile(block('types')), '');
  t.regex(
    await compile(`${block('types')}\ngift.received_amount = 'much';`),
    /error TS2322/,
    'the compiler must check the types',
  );
});
