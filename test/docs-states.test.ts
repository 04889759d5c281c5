import {execFile} from 'node:child_process';
import {promisify} from 'node:util';
import test from 'ava';
import {withoutNpx} from './support/cli.js';
import {startHere} from './support/options-here.js';
import {blocksOf} from './support/pages.js';
import {projectWith} from './support/project.js';

const run = promisify(execFile);
const textOf = (page: string, name: string) => blocksOf(page).find(block => block.run === name)!.text;

const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('CRM_SANDBOX_'));
const env = Object.fromEntries(variables);

/** JavaScript examples, with the number of lines that each prints. */
const examples = [
  ['docs/test/states.md', 'machine', 2],
  ['docs/test/time.md', 'clock', 3],
  ['docs/reference/errors.md', 'errors', 1],
] as const;

for (const [page, name, lines] of examples) {
  test(`the example prints the output in its comments: ${page}`, async t => {
    const text = textOf(page, name);
    const cwd = await projectWith(t, {'example.mjs': text});
    const {stdout} = await run(process.execPath, ['example.mjs'], {cwd, env});
    const shown = Array.from(text.matchAll(/console\.log\(.*\/\/ (.*)$/gm), ([, line]) => line);
    t.is(shown.length, lines);
    t.is(stdout, `${shown.join('\n')}\n`);
  });
}

test('the commands restore the state before a request', async t => {
  const {url} = await startHere(t);
  const headers = {authorization: 'Bearer sbx_shell', 'content-type': 'application/json'};
  await fetch(`${url}/api/v1/groups`, {method: 'POST', headers, body: JSON.stringify({name: 'Choir'})});
  const words = withoutNpx(textOf('docs/test/states.md', 'commands'));
  const {stdout} = await run('sh', ['-ec', words], {env: {...env, CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: 'sbx_shell'}});
  t.regex(
    stdout,
    /^snapshot ready is saved: .*\n\+ groups \d+\n1 created, .* from before request 1 to request 1\naccount shell is back at before request 1: /,
  );
});
