import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';
import {startBusySandbox, ui} from './console-support.js';
import {wrongSeq} from './console-traffic.js';

const browserTest = inBrowser(test);

/** The request number of the focused row. */
const focused = page => page.evaluate(() => document.activeElement?.dataset.seq ?? document.activeElement?.tagName);

/** Presses a key and waits until a row is focused. */
async function pressTo(page, key, seq) {
  await page.keyboard.press(key);
  await page.waitForFunction(wanted => document.activeElement?.dataset.seq === wanted, String(seq));
}

browserTest('a request can be found, read and undone by keyboard alone', async (t, open) => {
  const {sandbox, wrong} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  await page.locator('.rows .request[data-seq="12"]').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.insertText('op:updateGift status:200'); // typed slowly, a partial filter could be sent
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.rows .request').length === 3);
  await page.keyboard.press('Tab');
  while ((await focused(page)) === 'BUTTON') {
    await page.keyboard.press('Tab'); // past the suggested filters
  }
  t.is(await focused(page), '7', 'Tab must focus the newest row');
  await pressTo(page, 'j', 6);
  await pressTo(page, 'ArrowUp', 7);
  await pressTo(page, 'ArrowDown', wrongSeq);
  await page.keyboard.press('Enter');
  await page.locator('.detail .diff').waitFor();
  await page.keyboard.press(']');
  await page.getByRole('region', {name: 'Request 7'}).locator('.diff').waitFor();
  await page.keyboard.press('[');
  await page.getByRole('region', {name: 'Request 6'}).locator('.diff').waitFor();
  const tab = page.getByRole('tab', {name: 'Change'});
  await tab.focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Findings'));
  await page.getByRole('button', {name: 'Restore previous state'}).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.getByRole('dialog').getByRole('button', {name: 'Restore', exact: true}).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({state: 'detached'});
  t.is((await sandbox.get(`/api/v1/gifts/${wrong.id}`)).body.received_amount, wrong.received_amount);
  await page.keyboard.press('Escape');
  await page.locator('.detail').waitFor({state: 'detached'});
});

browserTest('shortcuts open the views, the timeline and the list of shortcuts', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  await page.locator('.rows .request[data-seq="12"]').waitFor();
  for (const [key, path] of [
    ['d', 'data'],
    ['f', 'findings'],
    ['s', 'snapshots'],
    ['r', 'requests'],
  ]) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await page.waitForURL(new RegExp(`/${path}`));
  }
  await page.keyboard.press('t');
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/as_of=request:12/);
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(/as_of=request:11/);
  await page.keyboard.press('?');
  await page.getByRole('dialog', {name: 'Keyboard shortcuts'}).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({state: 'detached'});
  t.is(await page.evaluate(() => document.activeElement?.type), 'range', 'the focus must return to the slider');
});

browserTest('a list of 10,000 requests renders only visible rows and keeps the scroll position', async (t, open) => {
  const count = 10_000;
  const sandbox = await startTestSandbox(t, {journalRequests: count + 1, journalMebibytes: 64});
  const headers = {authorization: `Bearer ${sandbox.key}`};
  for (let sent = 0; sent < count; sent += 50) {
    await Promise.all(
      Array.from({length: 50}, async () => (await fetch(`${sandbox.url}/api/v1/groups?limit=1`, {headers})).text()),
    );
  }
  const page = await open(`${sandbox.url}${ui}`);
  await page.locator(`.rows .request[data-seq="${count}"]`).waitFor();
  await page.waitForFunction(wanted => document.querySelector('.rows-height').offsetHeight === wanted * 34, count);
  const {worst, median} = await page.evaluate(scrollThrough);
  t.log(`frames while scrolling: median ${median} ms, worst ${worst} ms`);
  await page.locator('.rows .request[data-seq="1"]').waitFor();
  const [height, top] = await page.evaluate(() => {
    const box = document.querySelector('.rows');
    return [box.scrollHeight, box.scrollTop];
  });
  await sandbox.get('/api/v1/groups?limit=1');
  await page.waitForFunction(before => document.querySelector('.rows').scrollHeight > before, height);
  t.is(
    await page.evaluate(() => document.querySelector('.rows').scrollTop),
    top + 34,
    'the visible rows must not move',
  );
  t.true((await page.locator('.rows .request').count()) < 80);
  await page.locator('.rows .request[data-seq="5"]').focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(seq => document.activeElement?.dataset.seq === seq, String(count + 1));
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.activeElement?.dataset.seq === '1');
});

/** Scrolls to the end in 120 steps. @returns milliseconds between frames */
async function scrollThrough() {
  const box = document.querySelector('.rows');
  const frames = [];
  let last = performance.now();
  const step = box.scrollHeight / 120;
  for (let top = 0; top < box.scrollHeight; top += step) {
    box.scrollTop = top;
    await new Promise(resolve => requestAnimationFrame(resolve));
    frames.push(performance.now() - last);
    last = performance.now();
  }
  box.scrollTop = box.scrollHeight;
  frames.sort((a, b) => a - b);
  return {median: Math.round(frames[frames.length >> 1]), worst: Math.round(frames.at(-1))};
}
