import {execFile} from 'node:child_process';
import {writeFile} from 'node:fs/promises';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {executable, newFolder} from './support/cli.js';
import {asFarAsShown, blocksOf, commandsOf} from './support/pages.js';

const run = promisify(execFile);

const blocks = blocksOf('docs/intercept.md');
const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:CRM_SANDBOX|GITHUB)_/.test(name)));

test('the terminal that the page of intercepted hosts shows answers so', async t => {
  const [shown] = blocks.filter(({language}) => language === 'console');
  const commands = commandsOf(shown!.text);
  const cwd = await newFolder(t);
  for (const {command, answer} of commands) {
    const line = command.replaceAll('npx crm-sandbox', `"${process.execPath}" "${executable}"`);
    const {stdout, stderr} = await run('sh', ['-c', line], {cwd, env: own});
    t.is(asFarAsShown(answer, `${stdout.trim()}\n${stderr.trim()}`.trim()), answer, command);
  }
  t.is(commands.length, 2);
});

/** What runs a file of a language that is on every machine which runs the tests. */
const programs: Readonly<Record<string, string>> = {sh: 'sh', js: process.execPath};

for (const {language, file = '', text} of blocks.filter(({run}) => run === 'client')) {
  const program = programs[language];
  if (program !== undefined) {
    test(`${file} reaches the sandbox under the name of the real host`, async t => {
      const cwd = await newFolder(t);
      await writeFile(path.join(cwd, file), text);
      const words = ['exec', '--profile', 'small', '--intercept', 'api.example.com', '--', program, file];
      const {stdout} = await run(process.execPath, [executable, ...words], {cwd, env: own});
      t.is(JSON.parse(stdout).total_items, 33);
    });
  }
}
