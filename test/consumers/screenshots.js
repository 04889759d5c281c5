/**
 * `npm run screenshots` in this folder takes screenshots of each view of the console, in both themes and on a phone, in
 * `dist/screenshots`, and those of the README in `docs`.
 */
import {mkdir} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';
import {chromium} from 'playwright-core';
import {catalog} from '../../dist/src/resources/index.js';
import {startSandboxOf} from '../../dist/src/sandbox/start-sandbox.js';
import {executablePath} from './browser.js';
import {sendTraffic, ui, views} from './console-traffic.js'; // console-support.js needs AVA

const root = new URL('../..', import.meta.url);
const folder = fileURLToPath(new URL('dist/screenshots/', root));
const desktop = {width: 1280, height: 760};
const phone = {width: 390, height: 844};
/** The width of a picture in a page. */
const inPage = {width: 1180, height: 600};

/** Starts a sandbox with requests of a client. */
async function start() {
  const sandbox = await startSandboxOf(catalog, {profile: 'small', now: '2026-01-01T00:00:00Z'});
  const request = async (method, path, body, {headers = {}} = {}) => {
    const response = await fetch(new URL(path, sandbox.url), {
      method,
      headers: {authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json', ...headers},
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    return {body: await response.json()};
  };
  const wrong = await sendTraffic({get: path => request('GET', path), request});
  return {sandbox, wrong};
}

/** Takes a screenshot of a view. */
async function takeScreenshot(browser, url, part, {file, ...options}) {
  const context = await browser.newContext({reducedMotion: 'reduce', ...options});
  const page = await context.newPage();
  await page.goto(url);
  await page.locator(part).first().waitFor();
  await page.waitForTimeout(700);
  await page.screenshot({path: file});
  await context.close();
}

const {sandbox, wrong} = await start();
const browser = await chromium.launch({executablePath});
await mkdir(folder, {recursive: true});
for (const [path, part] of Object.entries({...views, [`/data/gifts/${wrong.id}`]: '.history .method'})) {
  const name = path.slice(1).replaceAll(/[^\w]+/g, '-');
  for (const [end, options] of [
    ['light', {colorScheme: 'light', viewport: desktop}],
    ['dark', {colorScheme: 'dark', viewport: desktop}],
    ['phone', {colorScheme: 'light', viewport: phone}],
  ]) {
    await takeScreenshot(browser, `${sandbox.url}${ui}${path}`, part, {
      file: `${folder}${name}-${end}.png`,
      ...options,
    });
  }
}
const pictures = [
  ['console-requests', '/requests/6', '.detail .diff', 'light'],
  ['console-time-line', `/data/gifts/${wrong.id}?as_of=before:6`, '.history .method', 'dark'],
];
for (const [name, path, part, colorScheme] of pictures) {
  const file = fileURLToPath(new URL(`docs/${name}.png`, root));
  await takeScreenshot(browser, `${sandbox.url}${ui}${path}`, part, {file, colorScheme, viewport: inPage});
}
await browser.close();
await sandbox.close();
