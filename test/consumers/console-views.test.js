import test from 'ava';
import {inBrowser} from './browser.js';
import {axeFindings, forgive, startBusySandbox, ui, views} from './console-support.js';

const browserTest = inBrowser(test);

const phone = {width: 390, height: 844};

for (const [path, part] of Object.entries(views)) {
  browserTest(`the view ${path} is accessible in both themes and on a phone`, async (t, open, problems) => {
    const {sandbox} = await startBusySandbox(t);
    const page = await open(`${sandbox.url}${ui}${path}`, {colorScheme: 'light', reducedMotion: 'reduce'});
    await page.locator(part).first().waitFor();
    t.deepEqual(await axeFindings(page), [], 'light');
    await page.emulateMedia({colorScheme: 'dark'});
    t.deepEqual(await axeFindings(page), [], 'dark');
    await page.setViewportSize(phone);
    t.is(await page.evaluate('document.documentElement.scrollWidth'), phone.width);
    t.deepEqual(await axeFindings(page), [], 'on a phone');
    if (path === '/check') {
      forgive(problems, 'status of 404'); // there is no check in this folder
    }
  });
}

browserTest('the console is dark by system preference or by choice', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const background = page => page.evaluate('getComputedStyle(document.body).backgroundColor');
  const light = await open(`${sandbox.url}${ui}`, {colorScheme: 'light'});
  await light.locator('.rows .request').first().waitFor();
  const dark = await open(`${sandbox.url}${ui}`, {colorScheme: 'dark'});
  await dark.locator('.rows .request').first().waitFor();
  t.not(await background(light), await background(dark));
  await light.getByLabel('Theme').selectOption('dark');
  t.is(await background(light), await background(dark));
  await light.reload();
  await light.locator('.rows .request').first().waitFor();
  t.is(await background(light), await background(dark));
});

browserTest('dialogs and notifications are accessible in both themes', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/requests/6`, {reducedMotion: 'reduce'});
  const look = async title => {
    await page.getByRole('dialog', {name: title}).waitFor();
    t.deepEqual(await axeFindings(page), [], String(title));
    await page.emulateMedia({colorScheme: 'dark'});
    t.deepEqual(await axeFindings(page), [], `${title}, dark`);
    await page.emulateMedia({colorScheme: 'light'});
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
  };
  await page.getByRole('button', {name: 'Create a test'}).click();
  await look('A test for this request');
  await page.getByRole('button', {name: 'Restore previous state'}).click();
  await look('Restore the state before request 6?');
  await page.keyboard.press('?');
  await look('Keyboard shortcuts');
  await page.getByRole('button', {name: 'Replay', exact: true}).click();
  await page.locator('.toast').waitFor();
  t.deepEqual(await axeFindings(page), []);
  await page.goto(`${sandbox.url}${ui}/data/groups`);
  await page.getByRole('button', {name: 'New group'}).click();
  await page.getByLabel('ordinal').waitFor();
  await look('New group');
});
