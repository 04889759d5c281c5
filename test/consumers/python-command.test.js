import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {readFile, symlink, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {blocksOf} from '../../dist/test/support/pages.js';
import {plainEnvironment, root} from './installed-package.js';
import {folderWith, makeEnvironment, python, ran, pythonTest as test, wheelFor} from './python-support.js';

/** The wheel as a package and a command, and the commands of its README. */

const {wheel, program, run} = wheelFor();

const {version, engines} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const needed = engines.node.replace('>=', '');

test('the wheel is platform-independent, and has the version, types and no build files', async t => {
  t.is(path.basename(wheel()), `crm_sandbox-${version}-py3-none-any.whl`);
  const {stdout} = await ran(root, [python, '-m', 'zipfile', '-l', wheel()]);
  const names = stdout.split('\n').map(line => line.split(' ', 1)[0]);
  const some = ['py.typed', 'plugin.py', 'npm/bin/crm-sandbox.js', 'npm/dist/bundle/cli.cjs', 'npm/sbom.cdx.json'];
  t.deepEqual(
    some.filter(name => !names.includes(`crm_sandbox/${name}`)),
    [],
  );
  t.true(names.includes('crm_sandbox_callers.py'));
  t.deepEqual(
    names.filter(name => /__pycache__|sitecustomize/.test(name)),
    ['crm_sandbox/npm/python/callers/sitecustomize.py'],
  );
});

test('the commands of the Python README work in a new environment', async t => {
  const folder = await folderWith(t, {});
  const bin = makeEnvironment(folder);
  // Debian's pytest does not use the environment.
  await writeFile(path.join(bin, 'pytest'), '#!/bin/sh\nexec python -m pytest "$@"\n', {mode: 0o755});
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    PIP_NO_INDEX: '1',
    PIP_FIND_LINKS: path.dirname(wheel()),
  };
  let commands = 0;
  for (const {file, text, run: kind} of blocksOf('python/README.md')) {
    if (file !== undefined) {
      await writeFile(path.join(folder, file), `${text}\n`);
    }
    for (const command of kind === undefined ? [] : text.split('\n')) {
      const {code, stdout, stderr} = await ran(folder, ['sh', '-c', command], env);
      t.is(code, 0, `${command}\n${stdout}${stderr}`);
      commands += 1;
    }
  }
  t.is(commands, 7);
});

for (const words of [['crm-sandbox'], ['python', '-m', 'crm_sandbox']]) {
  test(`${words.join(' ')} forwards arguments, output and exit codes`, async t => {
    const folder = await folderWith(t, {});
    t.like(await run(folder, [...words, '--version']), {code: 0, stdout: `${version}\n`});
    const {code, stderr} = await run(folder, [...words, 'strat']);
    t.is(code, 2);
    t.regex(stderr, /did you mean start/i);
    t.is((await run(folder, [...words, 'exec', '--', 'sh', '-c', 'exit 9'])).code, 9);
  });

  test(`${words.join(' ')} forwards signals`, async t => {
    const folder = await folderWith(t, {});
    const [command, ...rest] = program([...words, 'start', '--port', '0', '--export-on-exit', 'left.json']);
    const child = spawn(command, rest, {cwd: folder, env: plainEnvironment, stdio: ['ignore', 'pipe', 'ignore']});
    t.teardown(() => child.kill('SIGKILL'));
    await once(child.stdout, 'data'); // the ready line
    child.kill('SIGTERM');
    t.deepEqual(await once(child, 'exit'), [0, null]);
    t.regex(await readFile(path.join(folder, 'left.json'), 'utf8'), /constituents/, 'the sandbox must stop gracefully');
  });
}

test('without Node, the error names the required version and PATH', async t => {
  const folder = await folderWith(t, {});
  const {code, stderr} = await run(folder, ['crm-sandbox', 'start'], {PATH: folder});
  t.is(code, 1);
  t.is(stderr, `crm-sandbox needs Node.js ${needed} or later; there is no node in PATH: ${folder}\n`);
});

for (const [found, code] of [
  ['v20.18.3', 1],
  ['v9.20.0', 1],
  [`v${needed}.0`, 0],
  ['v100.0.0', 0],
]) {
  test(`Node ${found} ${code === 0 ? 'is new enough' : 'is too old'}`, async t => {
    const script = `#!/bin/sh\nif [ "$1" = --version ]; then echo ${found}; else echo ran; fi\n`;
    const folder = await folderWith(t, {});
    await writeFile(path.join(folder, 'node'), script, {mode: 0o755});
    await symlink('/bin/sh', path.join(folder, 'sh'));
    const {code: ended, stdout, stderr} = await run(folder, ['crm-sandbox', 'start'], {PATH: folder});
    t.is(ended, code);
    const error = `crm-sandbox needs Node.js ${needed} or later; ${folder}/node, the first in PATH: ${folder}, is ${found}\n`;
    t.deepEqual([stdout, stderr], code === 0 ? ['ran\n', ''] : ['', error]);
  });
}

test('without Node, only tests that use the sandbox fail', async t => {
  const text = 'def test_one(crm):\n    pass\n\n\ndef test_other():\n    pass\n';
  const folder = await folderWith(t, {'test_any.py': text});
  const words = ['python', '-m', 'pytest', '-p', 'no:cacheprovider'];
  for (const more of [[], ['-n', '2']]) {
    const {code, stdout} = await run(folder, [...words, ...more], {PATH: folder});
    t.is(code, 1);
    t.true(stdout.includes(`crm-sandbox needs Node.js ${needed} or later; there is no node in PATH: ${folder}\n`));
    t.regex(stdout, /1 passed, 1 error/);
    t.notRegex(stdout, /During handling/);
  }
});
