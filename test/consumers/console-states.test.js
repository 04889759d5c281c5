import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';
import {forgive, numbersIn, startBusySandbox, ui} from './console-support.js';
import {wrongSeq} from './console-traffic.js';

const browserTest = inBrowser(test);

const amountIn = page => page.locator('.fields tr', {hasText: 'received_amount'}).locator('td').textContent();

/** Formats an amount like the console. */
const money = amount => amount.toLocaleString('en-US', {style: 'currency', currency: 'USD'});

const amountCell = (page, amount) => page.locator('.fields td').getByText(money(amount), {exact: true}).first();

browserTest('the timeline shows the state after each request, and its URL survives a reload', async (t, open) => {
  const {sandbox, wrong} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/data/gifts/${wrong.id}`);
  await page.locator('.fields').waitFor();
  t.is(await amountIn(page), money(wrong.received_amount / 100));
  const before = (await sandbox.get('/_sandbox/requests')).body.requests.length;

  const scrubber = page.getByRole('slider');
  await scrubber.fill(String(wrongSeq - 2)); // positions start at 0, so this is the previous request
  await page.waitForURL(/as_of=request:5/);
  await page.getByText('The past, read-only.').waitFor();
  const old = amountCell(page, wrong.received_amount);
  await old.waitFor();
  t.is(await amountIn(page), money(wrong.received_amount));
  t.is(await page.getByRole('button', {name: 'Edit'}).count(), 0, 'the past must not be editable');
  await page.reload();
  await old.waitFor();
  t.is(await amountIn(page), money(wrong.received_amount));
  await page.getByRole('link', {name: 'Snapshots'}).click();
  await page.getByRole('button', {name: 'Save the state request:5'}).waitFor();
  await page.goBack();

  await page.getByRole('link', {name: 'Back to the present'}).click();
  await amountCell(page, wrong.received_amount / 100).waitFor();
  t.is((await sandbox.get('/_sandbox/requests')).body.requests.length, before, 'viewing must not add requests');
});

browserTest('a past state can be restored', async (t, open) => {
  const {sandbox, wrong} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/data/gifts/${wrong.id}?as_of=before:${wrongSeq}`);
  await page.getByRole('button', {name: 'Restore this state'}).click();
  await page.getByRole('dialog').getByRole('button', {name: 'Restore', exact: true}).click();
  await page.getByText('The past, read-only.').waitFor({state: 'detached'});
  t.is((await sandbox.get(`/api/v1/gifts/${wrong.id}`)).body.received_amount, wrong.received_amount);
});

browserTest('a restore, a write and a reset from elsewhere update the view', async (t, open) => {
  const {sandbox, wrong} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/data/gifts/${wrong.id}`);
  const amount = value => amountCell(page, value);
  await amount(wrong.received_amount / 100).waitFor();
  await sandbox.post(`/_sandbox/restore?to=before:${wrongSeq}`);
  await amount(wrong.received_amount).waitFor();
  await sandbox.patch(`/api/v1/gifts/${wrong.id}`, {received_amount: 77});
  await amount(77).waitFor();
  await sandbox.post('/_sandbox/reset');
  await amount(wrong.received_amount).waitFor();
  await page.getByRole('link', {name: 'Requests', exact: true}).click();
  await page.getByText('No requests yet').waitFor();
  t.is(await page.getByRole('slider').count(), 0, 'the timeline must be hidden without requests');
});

browserTest('the page reports a lost connection and continues when the sandbox is back', async (t, open, problems) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  await page.locator('.rows .request[data-seq="12"]').waitFor();
  await sandbox.close();
  await page.getByText('The connection is lost.').waitFor();
  t.is((await numbersIn(page, 12)).length, 12, 'loaded requests must stay visible');
  const next = await startTestSandbox(t, {port: sandbox.port});
  await page.getByText('The connection is lost.').waitFor({state: 'detached'});
  await page.getByText('No requests yet').waitFor();
  await next.get('/api/v1/groups?limit=1');
  await page.locator('.rows .request[data-seq="1"]').waitFor();
  forgive(problems, 'ERR_');
  forgive(problems, 'status of 404'); // the new sandbox may respond to requests meant for the old one
});

browserTest(
  'accounts have separate lists, and a deleted account is reported and can be created again',
  async (t, open) => {
    const {sandbox} = await startBusySandbox(t);
    await sandbox.post('/_sandbox/accounts', {name: 'other'});
    await sandbox.get('/api/v1/groups?limit=7', {key: 'sbx_other'});
    const page = await open(`${sandbox.url}${ui}`);
    await page.locator('.rows .request[data-seq="12"]').waitFor();
    await page.getByRole('combobox', {name: 'Account'}).selectOption('other');
    await page.locator('.rows .request', {hasText: 'limit=7'}).waitFor();
    t.deepEqual(await numbersIn(page, 1), [1]);
    t.false(page.url().includes('sbx_'), 'the URL must not contain a key');
    await sandbox.delete('/_sandbox/accounts/other');
    await page.getByText('There is no account other').waitFor();
    await page.reload();
    await page.getByText('There is no account other').waitFor();
    t.is(
      (await sandbox.get('/_sandbox/accounts')).body.accounts.length,
      1,
      'viewing must not create the account again',
    );
    await page.getByRole('button', {name: 'Create it'}).click();
    await page.getByText('No requests yet').waitFor();
    await page.getByRole('combobox', {name: 'Account'}).selectOption('default');
    await page.locator('.rows .request[data-seq="12"]').waitFor();
  },
);

browserTest('the admin key is requested, and not stored in the URL or the browser', async (t, open, problems) => {
  const sandbox = await startTestSandbox(t, {adminKey: 'lock'});
  await sandbox.get('/api/v1/groups?limit=1');
  const page = await open(`${sandbox.url}${ui}`);
  await page.getByLabel('Admin key').fill('wrong');
  await page.getByRole('button', {name: 'Open', exact: true}).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Admin key').fill('lock');
  await page.getByRole('button', {name: 'Open', exact: true}).click();
  await page.locator('.rows .request[data-seq="1"]').waitFor();
  t.false(page.url().includes('lock'));
  t.false(
    (await page.evaluate('JSON.stringify({...localStorage, ...sessionStorage}) + document.cookie')).includes('lock'),
  );
  forgive(problems, 'status of 403');
  forgive(problems, 'status of 401');
});
