import test from 'ava';
import {inBrowser} from './browser.js';
import {startBusySandbox, ui} from './console-support.js';

const browserTest = inBrowser(test);

const row = (page, seq) => page.locator(`.rows .request[data-seq="${seq}"]`);

/** Opens more tabs. A browser allows six connections to a host for all of them together. */
async function openTabs(page, urls) {
  const tabs = [];
  for (const url of urls) {
    const tab = await page.context().newPage();
    tab.setDefaultTimeout(60_000);
    await tab.goto(url);
    tabs.push(tab);
  }
  return tabs;
}

/** Hides a page, because the test browser shows all pages at once. */
const setHidden = (page, isHidden) =>
  page.evaluate(value => {
    Object.defineProperty(document, 'hidden', {configurable: true, get: () => value});
    document.dispatchEvent(new Event('visibilitychange', {bubbles: true}));
  }, isHidden);

browserTest('ten visits in a tab, and ten tabs, do not block other requests', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  for (let visit = 0; visit < 10; visit += 1) {
    await page.goto(`${sandbox.url}${ui}/requests?q=${visit}`);
    await page.goto(`${sandbox.url}${ui}/requests`);
  }
  await row(page, 12).waitFor();
  const tabs = await openTabs(page, [
    ...Array.from({length: 6}, () => `${sandbox.url}${ui}`),
    ...Array.from({length: 3}, () => `${sandbox.url}${ui}?q=status:2xx`),
  ]);
  for (const tab of tabs) {
    await row(tab, 12).waitFor();
  }
  await sandbox.get('/api/v1/groups?limit=1');
  for (const tab of [page, ...tabs]) {
    await row(tab, 13).waitFor();
  }

  const {tags} = (await sandbox.get('/openapi.json', {key: null})).body.paths['/api/v1/groups'].get;
  const [docs] = await openTabs(page, [`${sandbox.url}/docs#/${encodeURIComponent(tags[0])}/listGroups`]);
  await docs.getByRole('button', {name: 'Execute'}).click();
  await docs.locator('.live-responses-table .response-col_status', {hasText: '200'}).waitFor();
  for (const tab of [page, ...tabs]) {
    await row(tab, 14).waitFor();
  }
  t.pass();
});

browserTest('a hidden tab has no stream, and catches up when it is visible', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const first = await open(`${sandbox.url}${ui}`);
  const [second] = await openTabs(first, [`${sandbox.url}${ui}`]);
  await row(second, 12).waitFor();
  for (const [hidden, visible] of [
    [first, second],
    [second, first],
  ]) {
    const end = hidden.waitForEvent('requestfailed', request => request.url().includes('/_sandbox/events'));
    await setHidden(hidden, true);
    await end; // the hidden tab read the stream for both
    const {seq} = (await sandbox.get('/_sandbox/requests?limit=1')).body.requests[0];
    await sandbox.get('/api/v1/groups?limit=1');
    await row(visible, seq + 1).waitFor();
    t.is(await row(hidden, seq + 1).count(), 0);
    await setHidden(hidden, false);
    await row(hidden, seq + 1).waitFor();
    t.is(await row(hidden, 1).count(), 1);
  }

  await setHidden(first, true);
  await setHidden(second, true);
  await sandbox.post('/_sandbox/reset');
  await sandbox.get('/api/v1/groups?limit=1');
  for (const page of [first, second]) {
    await setHidden(page, false);
    await row(page, 1).waitFor({state: 'detached'});
    await row(page, 15).waitFor();
  }
});
