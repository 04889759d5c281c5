import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';
import {axeFindings, startBusySandbox, ui} from './console-support.js';

const browserTest = inBrowser(test);

const phone = {width: 390, height: 844};

/** A finding of the busy sandbox by its rule. */
const findingOf = async (sandbox, rule) => (await sandbox.findings()).find(finding => finding.rule === rule);

/** The changed lines of a diff, with the text for screen readers. */
const changedLines = page =>
  page
    .locator('.line-diff :is(del, ins)')
    .evaluateAll(lines =>
      lines.map(line => `${line.tagName} ${line.querySelector('.unseen').textContent} ${line.lastChild.data.trim()}`),
    );

/** A table as an array of rows. */
const rowsOf = table =>
  table.locator('tr').evaluateAll(rows => rows.map(row => [...row.cells].map(cell => cell.textContent)));

browserTest('the menu shows the number of errors and warnings live, also to screen readers', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const page = await open(`${sandbox.url}${ui}/clock`);
  await page.locator('.big-time').waitFor();
  const link = name => page.getByRole('navigation', {name: 'Views'}).getByRole('link', {name, exact: true});
  await link('Findings').waitFor();
  await sandbox.get('/api/v1/funds?limit=5&page=2');
  await link('Findings 1 error or warning').waitFor();
  await sandbox.get('/api/v1/grups');
  await link('Findings 2 errors and warnings').waitFor();
  await sandbox.post('/api/v1/groups', {name: 'Choir', colour: 'red'}); // an info
  await link('Findings 2 errors and warnings').waitFor();
  t.is(await page.locator('.views .badge').textContent(), '2');
});

browserTest('findings are grouped by rule and call chain', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const send = (caller, body) => sandbox.post('/api/v1/groups', body, {headers: {'x-sandbox-caller': caller}});
  await send('src/crm.ts:8 < src/a.ts:1', {name: 'One', colour: 'red'});
  await send('src/crm.ts:8 < src/a.ts:1', {name: 'Two', hue: 3});
  await send('src/crm.ts:8 < src/b.ts:2', {name: 'Three', shade: 'dark'});
  const page = await open(`${sandbox.url}${ui}/findings`);
  const causes = page.locator('.finding', {hasText: 'unknown-body-field'});
  await causes.first().waitFor();
  t.is(await causes.count(), 2);
  const both = causes.filter({hasText: 'src/crm.ts:8 < src/a.ts:1'});
  t.regex(await both.textContent(), /2 findings.*"colour" is ignored.*"hue" is ignored/);
  t.notRegex(await both.textContent(), /shade/);
  t.is(await both.locator('summary').count(), 2);
});

browserTest('a finding shows the fix as a diff of its request, and has its own URL', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/findings`);
  const line = page.locator('.finding summary', {hasText: '"amount" is ignored'});
  await line.click();
  await page.getByRole('group', {name: 'Request 9 as sent, and the fix'}).waitFor();
  t.deepEqual(await changedLines(page), ['DEL Removed: "amount": 250', 'INS Added: "received_amount": 250']);
  await page.getByRole('link', {name: 'Link to this finding'}).click();
  const {fingerprint} = await findingOf(sandbox, 'zero-gift');
  await page.waitForURL(`**/findings/${fingerprint}`);
  await page.reload();
  await page.getByText('"amount" is ignored, the gift is $0.00').waitFor();
  t.is(await page.locator('.finding').count(), 1);

  const {fingerprint: ofSearch} = await findingOf(sandbox, 'query-parameter-ignored');
  await page.goto(`${sandbox.url}${ui}/findings/${ofSearch}`);
  await page.locator('.line-diff ins').first().waitFor();
  t.deepEqual(await changedLines(page), [
    'DEL Removed: email=mollie@example.com',
    'INS Added: q[]=eaddr=mollie@example.com',
  ]);
  await page.goto(`${sandbox.url}${ui}/findings/0123456789abcdef`);
  await page.getByText('This finding is gone').waitFor();
});

browserTest('the fix is tried in a temporary fork, without changing the account', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const {fingerprint} = await findingOf(sandbox, 'zero-gift');
  const accounts = async () => (await sandbox.get('/_sandbox/accounts')).body.accounts.map(({name}) => name);
  const before = {requests: await sandbox.requests(), diff: await sandbox.diff(), accounts: await accounts()};
  const page = await open(`${sandbox.url}${ui}/findings/${fingerprint}`, {reducedMotion: 'reduce'});
  await page.getByRole('button', {name: 'Try the fix in a fork'}).click();
  const result = page.getByRole('status', {name: 'Result'});
  await result.locator('table').waitFor();
  const [head, ...rows] = await rowsOf(result.locator('table'));
  t.deepEqual(head, ['Record', 'Field', 'As sent, request 9', 'With the fix']);
  const [, record] = /(created gifts \d+)/.exec(rows[0][0]);
  t.deepEqual(rows[0], [record, 'received_amount', '0', '250']);
  t.deepEqual(await result.locator('h3').allTextContents(), ['As sent, request 9 200', 'With the fix 200']);
  t.deepEqual({requests: await sandbox.requests(), diff: await sandbox.diff(), accounts: await accounts()}, before);
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({colorScheme});
    t.deepEqual(await axeFindings(page), [], colorScheme);
  }
  await page.setViewportSize(phone);
  t.is(await page.evaluate('document.documentElement.scrollWidth'), phone.width);
});

browserTest(
  'the fix is tried on the current state if the request is no longer in the journal',
  async (t, open, problems) => {
    const {sandbox} = await startBusySandbox(t);
    const {fingerprint} = await findingOf(sandbox, 'zero-gift');
    await sandbox.reset();
    const page = await open(`${sandbox.url}${ui}/findings/${fingerprint}`);
    await page.getByText('Request 9 is no longer in the journal').waitFor();
    await page.getByRole('button', {name: 'Try the fix in a fork'}).click();
    await page.getByRole('alert').getByText('There is no request 9').waitFor();
    await page.getByRole('button', {name: 'Try it in a fork of the current state'}).click();
    const result = page.getByRole('status', {name: 'Result'});
    await result.locator('table').waitFor();
    t.deepEqual((await rowsOf(result.locator('table')))[0], ['Record', 'Field', 'With the fix']);
    t.deepEqual((await sandbox.diff()).total, {created: 0, changed: 0, deleted: 0});
    problems.splice(0, problems.length, ...problems.filter(text => !text.includes('status of 404')));
  },
);

browserTest('each request shows exactly its own findings', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  await sandbox.post('/api/v1/groups', {name: 'One', colour: 'red'});
  await sandbox.post('/api/v1/groups', {name: 'Two', hue: 3});
  await sandbox.post('/api/v1/groups', {name: 'Three', colour: 'red', hue: 3});
  const messages = async seq => {
    await page.goto(`${sandbox.url}${ui}/requests/${seq}?tab=findings`);
    await page.locator('.detail .finding').first().waitFor();
    const texts = await page.locator('.detail .finding > p').allTextContents();
    return texts.map(text => /"(\w+)"/.exec(text)[1]).sort();
  };
  const page = await open(`${sandbox.url}${ui}`);
  t.deepEqual(await messages(1), ['colour']);
  t.deepEqual(await messages(2), ['hue']);
  t.deepEqual(await messages(3), ['colour', 'hue']);
});
