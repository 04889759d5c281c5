import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';
import {axeFindings, forgive, startBusySandbox, ui} from './console-support.js';

const browserTest = inBrowser(test);

const phone = {width: 390, height: 844};

/** Opens the editor of a request. */
async function edit(page, sandbox, seq) {
  await page.goto(`${sandbox.url}${ui}/requests/${seq}`);
  await page.locator('.actions').getByRole('button', {name: 'Edit and send'}).click();
  const dialog = page.getByRole('dialog', {name: `Edit and send request ${seq}`});
  await dialog.locator('.editor').waitFor();
  const press = name => dialog.getByRole('button', {name, exact: true}).click();
  const result = async status => {
    await dialog
      .getByRole('region', {name: /^As edited/})
      .locator('h3 .badge')
      .getByText(String(status))
      .waitFor();
    return dialog.getByRole('status', {name: 'Result'});
  };
  return {dialog, press, result};
}

/** The latest request of an account. */
async function latest(sandbox) {
  const [{seq}] = (await sandbox.get('/_sandbox/requests?limit=1')).body.requests;
  const {method, url, request, status} = (await sandbox.get(`/_sandbox/requests/${seq}`)).body;
  return {seq, method, url, body: request.body, status};
}

browserTest('an edited request is sent to a fork first, then to the account', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`, {reducedMotion: 'reduce'});
  const before = await latest(sandbox);
  const accounts = async () => (await sandbox.get('/_sandbox/accounts')).body.accounts.length;
  const count = await accounts();
  const {dialog, press, result} = await edit(page, sandbox, 9);
  t.is(
    await dialog.getByRole('button', {name: 'Send to default'}).count(),
    0,
    'sending to the account must require a fork first',
  );
  const form = dialog.getByRole('form', {name: 'Body as a form'});
  await form.getByLabel('amount', {exact: true}).fill('');
  await form.getByLabel('received_amount', {exact: true}).fill('250');
  await press('Send in a fork');
  const outcome = await result(200);
  t.regex(await outcome.locator('tr', {hasText: 'received_amount'}).textContent(), /received_amount0250$/);
  t.deepEqual(await latest(sandbox), before, 'nothing must be sent to the account');
  t.is(await accounts(), count, 'the fork must be deleted');
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({colorScheme});
    t.deepEqual(await axeFindings(page), [], colorScheme);
  }
  await page.setViewportSize(phone);
  t.is(await page.evaluate('document.documentElement.scrollWidth'), phone.width);
  t.is(await dialog.evaluate(box => box.scrollWidth - box.clientWidth), 0);

  await press('Send to default');
  await dialog.getByRole('link', {name: 'Show request 13'}).waitFor();
  t.like(await latest(sandbox), {
    seq: 13,
    method: 'POST',
    url: before.url && '/api/v1/constituents/959444/gifts',
    body: {gift_type_name: 'Gift', received_amount: 250},
    status: 200,
  });
});

browserTest('the form and the JSON editor share a body, which is kept after errors', async (t, open, problems) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  const {dialog, press, result} = await edit(page, sandbox, 3);
  const form = dialog.getByRole('form', {name: 'Body as a form'});
  t.is(await form.getByLabel('name', {exact: true}).inputValue(), 'Choir');
  await form.getByLabel('name', {exact: true}).fill('Band');
  await press('JSON');
  const json = dialog.getByLabel('Body as JSON');
  t.deepEqual(JSON.parse(await json.inputValue()), {name: 'Band', ordinall: 3});
  await json.fill('{"name": "Band", "ordinal": "x"');
  await press('Send in a fork');
  await (await result(400)).waitFor();
  t.is(await json.inputValue(), '{"name": "Band", "ordinal": "x"');
  t.true(
    await dialog.getByRole('button', {name: 'Form', exact: true}).isDisabled(),
    'a body that is not an object has no form',
  );
  await json.fill('{"name": "Band", "ordinal": "x"}');
  await press('Form');
  t.is(await form.getByLabel('ordinal', {exact: true}).inputValue(), 'x', 'a number field must keep a text');
  await press('Send in a fork');
  await (await result(422)).waitFor();
  await form.getByLabel('ordinal', {exact: true}).fill('7');
  await press('Send in a fork');
  t.regex(await (await result(200)).locator('table').textContent(), /ordinal.*7/);

  await sandbox.close();
  await press('Send in a fork');
  await dialog.getByRole('alert').getByText('No response').waitFor();
  t.is(await form.getByLabel('ordinal', {exact: true}).inputValue(), '7');
  await page.keyboard.press('Escape');
  await page.locator('.actions').getByRole('button', {name: 'Edit and send'}).click();
  t.is(
    await form.getByLabel('ordinal', {exact: true}).inputValue(),
    '7',
    'the input must be kept after closing the dialog',
  );
  await press('Discard the edits');
  await page.locator('.actions').getByRole('button', {name: 'Edit and send'}).click();
  t.is(await form.getByLabel('name', {exact: true}).inputValue(), 'Choir');
  for (const text of ['status of 400', 'status of 422', 'ERR_CONNECTION_REFUSED', 'ERR_INCOMPLETE_CHUNKED_ENCODING']) {
    forgive(problems, text);
  }
});

browserTest('the query of a request can be edited', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  const {dialog, press, result} = await edit(page, sandbox, 1);
  await dialog.getByText('limit, offset, q[], q, sort, expand').waitFor();
  const query = dialog.getByLabel('Query, one parameter on each line');
  t.is(await query.inputValue(), 'q[]=name=Parisian\nlimit=5');
  await query.fill("q[]=name=O'Brien & Söhne\n\nlimit=3\nextra");
  await press('Send in a fork');
  await (await result(200)).waitFor();
  await press('Send to default');
  await dialog.getByRole('link', {name: 'Show request 13'}).waitFor();
  const {body} = await sandbox.get('/_sandbox/requests/13');
  t.deepEqual(body.request.query, {'q[]': "name=O'Brien & Söhne", limit: '3', extra: ''});
});

browserTest('a request without an operation has a raw body and is only sent to the API', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  await sandbox.post('/api/v1/grups', {name: 'Choir'});
  const page = await open(`${sandbox.url}${ui}`);
  const {dialog, press, result} = await edit(page, sandbox, 1);
  t.is(await dialog.getByRole('button', {name: 'Form', exact: true}).count(), 0);
  t.deepEqual(JSON.parse(await dialog.getByLabel('Body as JSON').inputValue()), {name: 'Choir'});
  await dialog.getByLabel('Path').fill('/api/v1/groups');
  await press('Send in a fork');
  t.regex(await (await result(200)).locator('table').textContent(), /created groups.*Choir/);
  for (const path of ['/_sandbox/reset', '/api/../_sandbox/reset', '//example.com/', '/\\example.com', 'groups']) {
    await dialog.getByLabel('Path').fill(path);
    await press('Send in a fork');
    await dialog.getByRole('alert').getByText(`got ${path}`).waitFor();
  }
  t.is((await sandbox.requests()).length, 1);
});

browserTest(
  'a fork of the current state is offered if the state before the request is released',
  async (t, open, problems) => {
    const {sandbox} = await startBusySandbox(t);
    await sandbox.seed({profile: 'small', seed: 2}); // releases earlier states
    const page = await open(`${sandbox.url}${ui}`);
    const {dialog, press, result} = await edit(page, sandbox, 3);
    await press('Send in a fork');
    await dialog.getByRole('alert').getByText('Request 3 is released').waitFor();
    await press('Send in a fork of the current state');
    t.regex(await (await result(200)).textContent(), /As edited, in a fork of the current state/);
    t.is((await sandbox.requests()).length, 12);
    forgive(problems, 'status of 409');
  },
);
