import {execFile} from 'node:child_process';
import {X509Certificate} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {newFolder, withoutJdk, withoutNpx} from './support/cli.js';
import {executable} from './support/executable.js';
import {freePort} from './support/free-port.js';
import {asFarAsShown, blocksOf, commandsOf} from './support/pages.js';

const run = promisify(execFile);

const blocks = blocksOf('docs/test/intercept.md');
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:CRM_SANDBOX|GITHUB)_/.test(name)),
);

test('the commands of the page about interception print the output it shows', async t => {
  const [shown] = blocks.filter(({language}) => language === 'console');
  const commands = commandsOf(shown!.text);
  const cwd = await newFolder(t);
  for (const {command, answer} of commands) {
    const line = withoutNpx(command);
    const {stdout, stderr} = await run('sh', ['-c', line], {cwd, env: {...environment, ...(await withoutJdk(t))}});
    t.is(asFarAsShown(answer, `${stdout.trim()}\n${stderr.trim()}`.trim()), answer, command);
  }
  t.is(commands.length, 2);
});

const unix = process.platform === 'win32' ? test.skip : test;

unix('the shell commands of the page reach an intercepting sandbox', async t => {
  const [shown] = blocks.filter(({run: how}) => how === 'start');
  const cwd = await newFolder(t);
  const script = withoutNpx(shown!.text);
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = {...environment, CRM_SANDBOX_PORT: new URL(url).port};
  const {stdout} = await run('sh', ['-ec', script], {cwd, env});
  const [ready, reply, stopped] = stdout.trim().split('\n');
  t.is(ready, `crm-sandbox ready at ${url} (key: sandbox-key)`);
  t.is(reply, '{"api_version":"1.0","items_count":1,');
  t.regex(stopped!, /has stopped/);
  t.true(new X509Certificate(await readFile(path.join(cwd, 'crm-sandbox-ca.pem'))).ca);
});

unix('the isolated command of the page reaches the sandbox without a network', async t => {
  const [shown] = blocks.filter(({run: how}) => how === 'isolated');
  const [funds] = blocks.filter(({file}) => file === 'funds.sh');
  const isolated = 'bwrap --dev-bind / / --unshare-net';
  t.true(shown!.text.startsWith(isolated));
  const canIsolate = await run('sh', ['-c', `${isolated} true`]).then(
    () => true,
    () => false,
  );
  const cwd = await newFolder(t);
  await writeFile(path.join(cwd, 'funds.sh'), funds!.text);
  const line = withoutNpx(canIsolate ? shown!.text : shown!.text.slice(isolated.length));
  t.log(canIsolate ? 'without a network' : 'with a network, because bwrap does not work here');
  const {stdout} = await run('sh', ['-c', line], {cwd, env: {...environment, ...(await withoutJdk(t))}});
  t.is(JSON.parse(stdout).total_items, 33);
});

/** Interpreters that exist on every test machine. */
const programs: Readonly<Record<string, string>> = {sh: 'sh', js: process.execPath};

for (const {language, file = '', text} of blocks.filter(({run}) => run === 'client')) {
  const program = programs[language];
  if (program !== undefined) {
    test(`${file} reaches the sandbox by the name of the real host`, async t => {
      const cwd = await newFolder(t);
      await writeFile(path.join(cwd, file), text);
      const words = ['exec', '--profile', 'small', '--intercept', 'api.example.com', '--', program, file];
      const {stdout} = await run(process.execPath, [executable, ...words], {
        cwd,
        env: {...environment, ...(await withoutJdk(t))},
      });
      t.is(JSON.parse(stdout).total_items, 33);
    });
  }
}
