import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import test from 'ava';
import {newFolder, withoutNpx} from './support/cli.js';
import {asFarAsShown, blocksOf, commandsOf} from './support/pages.js';

const run = promisify(execFile);

test('the commands of the page about your account print the output it shows', async t => {
  const [shown] = blocksOf('docs/test/your-account.md').filter(({language}) => language === 'console');
  const commands = commandsOf(shown!.text);
  const cwd = await newFolder(t);
  const variables = Object.entries(process.env).filter(([name]) => !/^(?:CRM_SANDBOX|GITHUB)_/.test(name));
  for (const {command, answer} of commands) {
    const line = withoutNpx(command);
    const {stdout, stderr} = await run('sh', ['-c', line], {cwd, env: Object.fromEntries(variables)});
    t.is(asFarAsShown(answer, `${stdout}${stderr}`.trim()), answer, command);
  }
  t.is(commands.length, 2);
});
