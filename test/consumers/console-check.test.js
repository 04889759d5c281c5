import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {inBrowser} from './browser.js';
import {axeFindings, forgive, ui} from './console-support.js';

const browserTest = inBrowser(test);
const command = fileURLToPath(new URL('../../bin/crm-sandbox.js', import.meta.url));

/** A client that ignores every error. */
const client = `const {CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: key} = process.env;
const headers = {authorization: \`Bearer \${key}\`, 'content-type': 'application/json'};
await fetch(\`\${url}/api/v1/groups\`, {method: 'POST', headers, body: '{"name": "Choir"}'}).catch(() => {});
`;

/** Starts a sandbox process in the folder. */
async function startIn(t, cwd, ...options) {
  const started = spawn(process.execPath, [command, 'start', '--port', '0', '--json', ...options], {cwd});
  t.teardown(() => started.kill());
  const [line] = await once(started.stdout, 'data');
  return JSON.parse(line).url;
}

async function folderOf(t) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-sandbox-check-'));
  t.teardown(() => rm(folder, {recursive: true}));
  return folder;
}

browserTest('the console shows the report of the last check in its folder', async (t, open, problems) => {
  const folder = await folderOf(t);
  const page = await open(`${await startIn(t, folder)}${ui}/check`, {colorScheme: 'light', reducedMotion: 'reduce'});
  await page.getByText('No check yet').waitFor();
  t.deepEqual(await axeFindings(page), []);
  forgive(problems, 'status of 404');

  await writeFile(path.join(folder, 'client.mjs'), client);
  const options = ['--budget', '6', '--patience', '5s', '--report', 'html=report.html'];
  const words = ['check', ...options, '--', process.execPath, 'client.mjs'];
  const {status, stderr} = spawnSync(process.execPath, [command, ...words], {cwd: folder, encoding: 'utf8'});
  t.is(status, 6, stderr);
  await page.evaluate('dispatchEvent(new Event("focus"))');
  const report = page.frameLocator('iframe');
  const title = await report.getByRole('heading', {level: 1}).textContent();
  t.regex(title, /group/);
  const background = () => report.locator('body').evaluate(body => getComputedStyle(body).backgroundColor);
  const light = await background();
  await page.setViewportSize({width: 390, height: 844});
  t.is(await report.locator('html').evaluate(html => html.scrollWidth), 390);
  t.deepEqual(await axeFindings(page), []);
  await page.setViewportSize({width: 1280, height: 760});
  const loading = page.waitForEvent('framenavigated', frame => frame.url().endsWith('dark'));
  await page.getByLabel('Theme').selectOption('dark');
  await loading;
  await report.getByRole('heading', {level: 1}).waitFor();
  t.not(await background(), light);
  t.deepEqual(await axeFindings(page), []);

  const file = await page.context().newPage();
  await file.goto(`file://${folder}/report.html`);
  t.is(
    await file.getByRole('heading', {level: 1}).textContent(),
    title,
    'the heading must be the same as in the report file',
  );
  t.is(await file.locator('.site-header').isVisible(), true);
});

browserTest('a sandbox with an admin key does not show a check and explains why', async (t, open, problems) => {
  const page = await open(`${await startIn(t, await folderOf(t), '--admin-key', 'secret')}${ui}/check`);
  await page.getByLabel('Admin key').fill('secret');
  await page.getByRole('button', {name: 'Open', exact: true}).click();
  await page.getByText('because anyone can load this page').waitFor();
  forgive(problems, 'status of 404');
  forgive(problems, 'status of 403');
  t.pass();
});
