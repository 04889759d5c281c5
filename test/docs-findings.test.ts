import {execFile} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';
import test from 'ava';
import {newFolder, withoutNpx} from './support/cli.js';
import {asFarAsShown, blocksOf, commandsOf} from './support/pages.js';

const run = promisify(execFile);

test('the walkthrough of findings reports three mistakes, and none after they are fixed', async t => {
  const blocks = blocksOf('docs/test/findings.md');
  const cwd = await newFolder(t);
  for (const {file, text} of blocks) {
    if (file !== undefined) {
      writeFileSync(path.join(cwd, file), text);
    }
  }
  const variables = Object.entries(process.env).filter(([name]) => !/^(?:CRM_SANDBOX|GITHUB)_/.test(name));
  const commands = blocks.filter(({language}) => language === 'console').flatMap(({text}) => commandsOf(text));
  for (const {command, answer} of commands) {
    const line = withoutNpx(command);
    const {stdout} = await run('sh', ['-c', `{ ${line}; } 2>&1`], {cwd, env: Object.fromEntries(variables)});
    t.is(asFarAsShown(answer, stdout.trim()), answer, command);
  }
  writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({scripts: {test: 'node sync.mjs'}}));
  const gate = withoutNpx(blocks.find(({run}) => run === 'gate')!.text);
  await t.throwsAsync(run('sh', ['-c', gate], {cwd, env: Object.fromEntries(variables)}), {code: 4});
  const [wrong, fixed] = commands;
  t.is(wrong!.answer.match(/^(?:error|warning) /gm)!.length, 3);
  t.regex(wrong!.answer, /\ncode 4$/);
  t.regex(fixed!.answer, /\nExit code 0: .*$/);
  t.is(commands.length, 2);
});
