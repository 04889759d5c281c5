import test from 'ava';
import {inBrowser} from './browser.js';
import {startBusySandbox, ui} from './console-support.js';
import {wrongSeq} from './console-traffic.js';

const browserTest = inBrowser(test);
const phone = {width: 390, height: 844};

browserTest('restoring is the primary action only for a request that changed data', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/requests/${wrongSeq}`);
  const restore = page.getByRole('button', {name: 'Restore previous state'});
  await restore.waitFor();
  t.is(await restore.getAttribute('class'), 'primary');
  await restore.click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  t.is(await page.evaluate('document.activeElement.textContent'), 'Cancel');
  await page.keyboard.press('Enter');
  await dialog.waitFor({state: 'detached'});
  t.is((await sandbox.get('/_sandbox/requests?changed=true')).body.requests.length, 5, 'nothing must be restored');

  await page.goto(`${sandbox.url}${ui}/requests/1`);
  await restore.waitFor();
  t.is(await restore.getAttribute('class'), null);
  t.true((await page.locator('.actions').getByRole('button').last().textContent()).includes('Restore'));
});

/** The visible fraction of an element's width in a box. */
const shownWidth = (element, box) =>
  element.evaluate((node, selector) => {
    const [inner, outer] = [node, node.closest(selector)].map(each => each.getBoundingClientRect());
    return (Math.min(inner.right, outer.right) - Math.max(inner.left, outer.left)) / inner.width;
  }, box);

browserTest('on a phone, the selected view and tab are visible, and actions stay in their card', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  for (const width of [phone.width, 320]) {
    const page = await open(`${sandbox.url}${ui}/clock`, {viewport: {...phone, width}, reducedMotion: 'reduce'});
    t.is(
      await shownWidth(page.locator('.views [aria-current]'), '.views'),
      1,
      'the last view in the menu must be visible',
    );
    await page.goto(`${sandbox.url}${ui}/requests/${wrongSeq}?tab=caller`);
    t.is(await shownWidth(page.getByRole('tab', {selected: true}), '.tabs'), 1, 'the last tab must be visible');
    await page.locator('.actions > *').first().waitFor();
    for (const button of await page.locator('.actions > *').all()) {
      t.is(await shownWidth(button, '.detail'), 1, await button.textContent());
    }
    t.is(await page.evaluate('document.documentElement.scrollWidth'), width);
  }
});

browserTest('the timeline of 1,000 requests has gaps between its ticks', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  for (let sent = 0; sent < 1000; sent += 50) {
    await Promise.all(Array.from({length: 50}, () => sandbox.get('/api/v1/groups?limit=1')));
  }
  const page = await open(`${sandbox.url}${ui}/requests`, {viewport: phone});
  const ticks = page.locator('.ticks');
  await ticks.waitFor();
  await page.waitForFunction(() => document.querySelector('.ticks').viewBox.baseVal.width > 900);
  const paths = await ticks.locator('path').evaluateAll(all => all.map(path => path.getAttribute('d')));
  const places = new Set(paths.flatMap(path => Array.from(path.matchAll(/M([\d.]+)/g), ([, place]) => Number(place))));
  t.true(places.size > 50 && places.size <= 101, `${places.size} lines`);
  t.true(paths.find(path => path.includes('M')) !== undefined);
  const {width} = await ticks.boundingBox();
  const stroke = Number.parseFloat(
    await ticks
      .locator('path')
      .first()
      .evaluate(path => getComputedStyle(path).strokeWidth),
  );
  t.true(stroke < width / places.size, `${stroke} of ${width / places.size} pixels`);
});
