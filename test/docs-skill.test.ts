import {execFile} from 'node:child_process';
import {copyFileSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import {newFolder, withoutJdk, withoutNpx} from './support/cli.js';
import {freePort} from './support/free-port.js';
import {blocksOf, root} from './support/pages.js';

const page = 'skills/crm-sandbox/SKILL.md';
const lines = blocksOf(page).map(({text}) => text);

/** A client with a mistake, and one that follows the skill. */
const clients = {
  wrong: `
    const headers = {authorization: 'Bearer any-key'};
    const url = 'https://api.example.com/api/v1/constituents/search?email=a@example.com';
    await (await fetch(url, {headers})).json();
  `,
  right: `
    import {again, client} from './crm.js';
    const send = client({url: 'https://api.example.com', key: 'any-key'});
    const {items} = await again(() => send('GET', '/constituents?limit=1'));
    await again(() => send('PATCH', '/constituents/' + items[0].id, {first_name: 'Ada'}));
  `,
};

test('the commands of the skill run, from the first finding to a client without findings', async t => {
  const cwd = await newFolder(t);
  copyFileSync(path.join(root, 'examples/donation-form/src/crm.js'), path.join(cwd, 'crm.js'));
  writeFileSync(path.join(cwd, 'package.json'), '{"type": "module", "scripts": {"test": "node client.js"}}');
  const port = `${await freePort()}`;
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('CRM_SANDBOX_'));
  const env = {...Object.fromEntries(variables), ...(await withoutJdk(t)), CRM_SANDBOX_PORT: port};
  const shell = (line: string) =>
    new Promise<{readonly code: number; readonly output: string}>(resolve => {
      const child = execFile(
        'sh',
        ['-ec', withoutNpx(line.replaceAll('4080', port))],
        {cwd, env},
        (_, stdout, stderr) => resolve({code: child.exitCode ?? -1, output: stdout + stderr}),
      );
    });
  t.teardown(() => shell('npx crm-sandbox stop'));
  t.is(lines.length, 5);
  const [exec, read, explain, tryOut, check] = lines as [string, string, string, string, string];

  writeFileSync(path.join(cwd, 'client.js'), clients.wrong);
  const {code, output} = await shell(exec);
  t.is(code, 4, output);
  t.regex((await shell(read)).output, /rule: 'query-parameter-ignored'[\s\S]*caller: \[ 'client.js:4' \]/);
  t.regex((await shell(explain)).output, /next_link/);
  const trial = await shell(tryOut);
  t.is(trial.code, 0, trial.output);
  t.regex(trial.output, /GET \/api\/v1\/funds\?limit=1[\s\S]*Nothing has changed[\s\S]*has stopped/);

  writeFileSync(path.join(cwd, 'client.js'), clients.right);
  // npm takes longer than the client itself, so only the other line runs it.
  for (const line of [exec, check.replace(/ npm test$/, ' node client.js')]) {
    const ended = await shell(line);
    t.is(ended.code, 0, ended.output);
  }
});

test('AGENTS.md names scripts and test files that exist', t => {
  const text = readFileSync(path.join(root, 'AGENTS.md'), 'utf8');
  const {scripts} = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const named = Array.from(text.matchAll(/`[^`]*npm run ([\w:]+)/g), ([, name = '']) => name);
  t.true(named.length > 5);
  for (const name of named) {
    t.truthy(scripts[name], name);
  }
  const files = Array.from(
    text.matchAll(/`(?:npx ava )?((?:src|test|docs)\/[\w./-]+|\.ci\/run)`/g),
    ([, file = '']) => file,
  );
  t.true(files.length > 1);
  for (const file of files) {
    t.true(existsSync(path.join(root, file)), file);
  }
});

test('the skill is short, has a description, and forbids the real host', t => {
  const text = readFileSync(path.join(root, page), 'utf8');
  t.true(text.split('\n').length < 100);
  const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text)!;
  t.regex(head, /^name: crm-sandbox\ndescription: .{50}/);
  t.regex(text, /Never contact the real host/);
});
