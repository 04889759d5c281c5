import test from 'ava';
import {inBrowser} from './browser.js';
import {axeFindings, forgive, startBusySandbox, ui} from './console-support.js';

const browserTest = inBrowser(test);

const confirm = (page, name) => page.getByRole('dialog').getByRole('button', {name, exact: true}).click();

browserTest(
  'findings can be filtered by level, and each has a suppression and a link to its request',
  async (t, open) => {
    const {sandbox} = await startBusySandbox(t);
    const {findings} = (await sandbox.get('/_sandbox/findings')).body;
    const page = await open(`${sandbox.url}${ui}/findings`);
    await page.locator('.finding').first().waitFor();
    t.is(await page.locator('.finding').count(), findings.length);
    const zero = page.locator('.finding', {hasText: 'zero-gift'});
    await zero.locator('summary').click();
    t.deepEqual(JSON.parse(await zero.getByLabel('The suppression').textContent()), {
      rule: 'zero-gift',
      operation: 'createGift',
      pointer: '/amount',
      reason: 'why this is acceptable',
    });
    const errors = findings.filter(({level}) => level === 'error').length;
    await page.getByRole('button', {name: `Errors ${errors}`}).click();
    await page.waitForFunction(count => document.querySelectorAll('.finding').length === count, errors);
    await zero.getByRole('link', {name: 'Request 9'}).click();
    await page.locator('.detail', {hasText: '#9'}).waitFor();
  },
);

browserTest('coverage lists each axis with its counts and what is not exercised', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const {coverage} = (await sandbox.get('/_sandbox/coverage')).body;
  const page = await open(`${sandbox.url}${ui}/coverage`);
  await page.locator('.axis').first().waitFor();
  t.deepEqual(
    (await page.locator('.axis summary .muted').allTextContents()).map(text => text.trim()),
    coverage.map(({exercised, of}) => `${exercised} of ${of}`),
  );
  await page.getByText('operations', {exact: true}).click();
  await page.getByText('deleteInvitation', {exact: true}).waitFor();
});

browserTest('faults and scenarios can be added, are applied, and can be removed', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/faults`);
  const rules = async () => (await sandbox.get('/_sandbox/faults')).body.rules;
  await page.getByLabel('Operation, * for all').fill('listGroups');
  await page.getByRole('combobox', {name: 'Which requests'}).selectOption('#');
  await page.getByRole('combobox', {name: 'Fault', exact: true}).selectOption('503');
  await page.getByRole('button', {name: 'Add fault'}).click();
  await page.getByText('0 of 0').waitFor();
  t.like((await rules())[0], {operation: 'listGroups', nth: 1, fault: {status: 503, retry_after: 1}});
  const {status} = await fetch(`${sandbox.url}/api/v1/groups`, {headers: {authorization: `Bearer ${sandbox.key}`}});
  t.is(status, 503);
  await page.getByText('1 of 1').waitFor();
  await page.getByRole('button', {name: 'Remove fault-1'}).click();
  await page.getByText('No active faults').waitFor();
  t.deepEqual(await rules(), []);
  await page.getByText('Scenarios').click();
  await page.getByRole('button', {name: 'Add lost-gift'}).click();
  await page.getByRole('rowheader', {name: 'lost-gift'}).last().waitFor();
  await page.getByRole('button', {name: 'Remove all'}).click();
  await page.getByText('No active faults').waitFor();
  t.deepEqual(await rules(), []);
});

browserTest('overrides are listed with reason and hits, and changed responses have a badge', async (t, open) => {
  const reason = 'our account hides archived groups';
  const overrides = [{id: 'few', operation: 'listGroups', patch: {total_items: 3}, reason, until: '2099-12-31'}];
  const {sandbox} = await startBusySandbox(t, {overrides});
  await fetch(`${sandbox.url}/api/v1/groups`, {headers: {authorization: `Bearer ${sandbox.key}`}});
  const [{hits}] = await sandbox.overrides();
  const page = await open(`${sandbox.url}${ui}/faults`);
  const row = page.getByRole('region', {name: 'Overrides'}).getByRole('row', {name: 'few'});
  await row.waitFor();
  t.deepEqual(await row.getByRole('cell').allTextContents(), [
    'listGroups ',
    '{"total_items":3} patch',
    reason,
    String(hits),
    '2099-12-31',
  ]);
  t.deepEqual(await axeFindings(page), []);
  await page.goto(`${sandbox.url}${ui}/requests`);
  const badge = page.locator('.rows .request').first().getByText('override', {exact: true});
  await badge.waitFor();
  t.is(await badge.getAttribute('title'), 'corrected by few');
});

browserTest(
  'snapshots can be saved, compared, restored and deleted, and the account reset',
  async (t, open, problems) => {
    const {sandbox} = await startBusySandbox(t);
    const page = await open(`${sandbox.url}${ui}/snapshots`);
    await page.getByLabel('Name').fill('ready');
    await page.getByRole('button', {name: 'Save the current state'}).click();
    await page.getByRole('rowheader', {name: 'ready'}).waitFor();
    const {id} = (await sandbox.post('/api/v1/groups', {name: 'Tenors'})).body;
    await page.getByLabel(/^From/).fill('ready');
    await page.getByRole('button', {name: 'Compare'}).click();
    await page.getByText('1 created, 0 changed, 0 deleted').waitFor();
    await page.getByText('Tenors', {exact: true}).waitFor();
    await page.getByRole('button', {name: 'Restore ready'}).click();
    await page.getByText('0 created, 0 changed, 0 deleted').waitFor();
    t.is((await sandbox.get(`/api/v1/groups/${id}`)).status, 404);
    await page.getByRole('button', {name: 'Delete', exact: true}).click();
    await confirm(page, 'Delete');
    await page.getByText('No snapshots yet').waitFor();
    t.deepEqual((await sandbox.get('/_sandbox/snapshots')).body.snapshots, []);
    await page.getByRole('button', {name: 'Reset to the baseline'}).click();
    await confirm(page, 'Reset');
    await page.getByText('The account was reset').waitFor();
    const {total} = (await sandbox.get('/_sandbox/diff')).body;
    t.deepEqual(total, {created: 0, changed: 0, deleted: 0});
    forgive(problems, 'status of 404'); // the view still compares with the deleted snapshot
  },
);

browserTest('accounts can be created, forked and deleted', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const names = async () => (await sandbox.get('/_sandbox/accounts')).body.accounts.map(({name}) => name);
  const page = await open(`${sandbox.url}${ui}/accounts`);
  await page.getByLabel(/^Name/).fill('mine');
  await page.getByRole('button', {name: /^Create an account/}).click();
  await page.getByText('sbx_mine').waitFor();
  await page.getByRole('button', {name: 'Fork default'}).click();
  await page.getByText('sbx_account-1').waitFor();
  t.deepEqual((await names()).sort(), ['account-1', 'default', 'mine']);
  const {items} = (await sandbox.get('/api/v1/groups?limit=500', {key: 'sbx_account-1'})).body;
  t.true(
    items.some(({name}) => name === 'Choir'),
    'a fork must have the data of the original',
  );
  await page.getByRole('row', {name: 'mine'}).getByRole('button', {name: 'Delete'}).click();
  await confirm(page, 'Delete');
  await page.getByText('sbx_mine').waitFor({state: 'detached'});
  t.deepEqual((await names()).sort(), ['account-1', 'default']);
});

browserTest('the clock can be advanced, set, started and frozen', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/clock`);
  const clock = async () => (await sandbox.get('/_sandbox/clock')).body;
  await page.getByRole('button', {name: '+1 day'}).click();
  await page.getByText('2026-01-02 00:00:00 UTC').waitFor();
  t.is((await clock()).now, '2026-01-02T00:00:00Z');
  await page.getByLabel(/^Set to/).fill('2027-05-06');
  await page.getByRole('button', {name: 'Set', exact: true}).click();
  await page.getByText('2027-05-06 00:00:00 UTC').waitFor();
  await page.getByRole('button', {name: 'Start'}).click();
  await page.getByText('Running', {exact: true}).waitFor();
  t.is((await clock()).mode, 'running');
  await page.getByRole('button', {name: 'Freeze'}).click();
  await page.getByText('Frozen', {exact: true}).waitFor();
  t.is((await clock()).mode, 'frozen');
});
