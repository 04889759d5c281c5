import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';
import {forgive, numbersIn, startBusySandbox, ui} from './console-support.js';
import {wrongSeq} from './console-traffic.js';

const browserTest = inBrowser(test);

/** Presses a button and confirms in its dialog. */
async function pressTwice(page, first, second) {
  await page.getByRole('button', {name: first, exact: true}).click();
  await page.getByRole('dialog').getByRole('button', {name: second, exact: true}).click();
  await page.getByRole('dialog').waitFor({state: 'detached'});
}

browserTest('the request that wrote a wrong amount can be found and undone by mouse alone', async (t, open) => {
  const {sandbox, wrong} = await startBusySandbox(t);
  const page = await open(sandbox.url);
  await page.getByRole('link', {name: 'Console', exact: true}).click();
  await page.getByRole('link', {name: 'Data'}).click();
  await page.getByRole('link', {name: /^Gifts/}).click();
  await page.getByLabel('Sort by').selectOption('gift_amount');
  await page.getByRole('link', {name: String(wrong.id), exact: true}).click();
  await page
    .locator('.history')
    .getByRole('link', {name: `#${wrongSeq}`})
    .click();
  const row = page.locator('.detail .diff tr', {hasText: 'received_amount'});
  await row.waitFor();
  t.deepEqual(await row.locator('td').allTextContents(), [
    String(wrong.received_amount),
    String(wrong.received_amount / 100),
  ]);
  await pressTwice(page, 'Restore previous state', 'Restore');
  await page.getByText(`The account was restored to the state before request ${wrongSeq}`).waitFor();
  const {body} = await sandbox.get(`/api/v1/gifts/${wrong.id}`);
  t.is(body.received_amount, wrong.received_amount);
});

browserTest('requests are listed live, newest first, and announced to screen readers', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  await page.locator('.rows .request[data-seq="12"]').waitFor();
  t.deepEqual(
    await numbersIn(page, 12),
    Array.from({length: 12}, (_, index) => 12 - index),
  );
  await sandbox.post('/api/v1/groups', {name: 'Band'}, {headers: {'x-sandbox-caller': 'src/new.ts:1'}});
  const row = page.locator('.rows .request[data-seq="13"]');
  await row.getByText('+1 groups').waitFor();
  t.regex(await row.textContent(), /^13.*POST\/api\/v1\/groups200/);
  await page.locator('[aria-live=polite]', {hasText: 'New request: POST /api/v1/groups, status 200'}).waitFor();
});

browserTest('a repeated finding is shown on every request, not only the first and last', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  for (let sent = 0; sent < 3; sent++) {
    await sandbox.get('/api/v1/funds?limit=5&page=2');
  }
  const page = await open(`${sandbox.url}${ui}/requests/2?tab=findings`);
  const row = page.locator('.rows .request[data-seq="2"]');
  await row.locator('.notes', {hasText: /^(error|warn)$/}).waitFor();
  await page.locator('.detail .finding', {hasText: 'query-parameter-ignored'}).waitFor();
  t.is(await page.locator('.detail .finding').count(), 1);
});

browserTest('the summary of a change is loaded only once', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  const row = page.locator('.rows .request[data-seq="3"]');
  await row.getByText('+1 groups').waitFor();
  const paths = [];
  page.on('request', request => paths.push(new URL(request.url()).pathname));
  await page.getByRole('link', {name: 'Clock', exact: true}).click();
  await row.waitFor({state: 'detached'});
  await page.getByRole('link', {name: 'Requests', exact: true}).click();
  await row.getByText('+1 groups').waitFor();
  t.deepEqual(
    paths.filter(path => path.endsWith('/requests/3')),
    [],
  );
});

browserTest('a filter is kept in the URL, and an invalid one shows an error', async (t, open, problems) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  const filter = page.getByLabel('Filter', {exact: true});
  const shows = async numbers => {
    await page.waitForFunction(
      wanted => [...document.querySelectorAll('.rows .request')].map(row => row.dataset.seq).join() === wanted,
      numbers.join(),
    );
  };
  await filter.fill('op:updateGift status:2xx');
  await shows([7, 6, 5]);
  t.is(new URL(page.url()).searchParams.get('q'), 'op:updateGift status:2xx');
  await page.reload();
  await shows([7, 6, 5]);
  await sandbox.get('/api/v1/groups?limit=1');
  await page.getByRole('button', {name: 'Changed data'}).click();
  await shows([7, 6, 5]);
  await filter.fill('caller:src/sync.ts');
  await shows([4, 3]);
  await filter.fill('Choir');
  await shows([3]);
  await filter.fill('staus:4xx');
  await page.locator('.filter .error', {hasText: 'did you mean status?'}).waitFor();
  await filter.fill('method:PUT');
  await page.getByText('No matching requests').waitFor();
  await page.getByRole('button', {name: 'Show all'}).click();
  await shows(Array.from({length: 13}, (_, index) => 13 - index));
  forgive(problems, 'status of 400');
  t.pass();
});

browserTest('a request has tabs for request, response, change, findings and caller', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/requests/3`);
  const detail = page.locator('.detail');
  const tab = async name => {
    await detail.getByRole('tab', {name}).click();
    return detail.getByRole('tabpanel').textContent();
  };
  await detail.getByText('createGroup').first().waitFor();
  t.regex(await tab('Request'), /"ordinall": 3/);
  t.regex(await tab('Response'), /"key": "choir"/);
  t.regex(await tab('Change'), /created groups \d+.*Choir/);
  await tab('Findings');
  await detail.locator('.finding').waitFor();
  t.regex(await tab('Findings'), /unknown-body-field.*did you mean ordinal\?.*src\/crm\.ts:8 < src\/sync\.ts:42/);
  t.regex(await tab('Caller'), /src\/crm\.ts:8 All requests from here.*src\/sync\.ts:42 All requests from here/);
  t.is(new URL(page.url()).searchParams.get('tab'), 'caller');
});

browserTest('a request can be copied as cURL, replayed, and replayed in a fork', async (t, open) => {
  const {sandbox, wrong} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/requests/3`, {permissions: ['clipboard-read', 'clipboard-write']});
  const press = name => page.locator('.actions').getByRole('button', {name, exact: true}).click();
  await press('Copy as cURL');
  await page.getByText('The command was copied').waitFor();
  t.is(
    await page.evaluate('navigator.clipboard.readText()'),
    (await sandbox.get('/_sandbox/requests/3/curl')).text.trimEnd(),
  );

  await press('Replay');
  await page.getByRole('link', {name: 'Show request 13'}).click();
  await page.locator('.detail', {hasText: '#13'}).waitFor();
  const again = (await sandbox.get('/_sandbox/requests/13')).body;
  t.deepEqual([again.method, again.url, again.request.body], ['POST', '/api/v1/groups', {name: 'Choir', ordinall: 3}]);

  await page.goto(`${sandbox.url}${ui}/requests/${wrongSeq}`);
  await press('Replay in a fork');
  await page.getByRole('link', {name: /^Show it in /}).click();
  await page.waitForURL(/account=/);
  const name = new URL(page.url()).searchParams.get('account');
  await page.locator('.detail', {hasText: `/api/v1/gifts/${wrong.id}`}).waitFor();
  const {body} = await sandbox.get(`/api/v1/gifts/${wrong.id}`, {key: `sbx_${name}`});
  t.is(body.received_amount, wrong.received_amount / 100, 'the request must be sent to the fork');
  t.is(
    (await sandbox.get('/_sandbox/requests?limit=1')).body.requests[0].seq,
    13,
    'the request must not be sent to the account',
  );
});

browserTest('the generated test of a request matches only that request', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  for (const seq of [1, 3, 4, 6, 8, 9, 12]) {
    await page.goto(`${sandbox.url}${ui}/requests/${seq}`);
    await page.getByRole('button', {name: 'Create a test'}).click();
    const snippet = await page.getByRole('dialog').locator('pre').textContent();
    const [, expectation] = /sandbox\.verify\((\{[\s\S]*?\n {2}\})\);/.exec(snippet);
    const exchanges = await sandbox.verify(new Function(`return ${expectation}`)());
    t.deepEqual(
      exchanges.map(each => each.seq),
      [seq],
    );
  }
});

browserTest('a fault can be created from a request', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const page = await open(`${sandbox.url}${ui}/requests/3`);
  await page.getByRole('link', {name: 'Create a fault'}).click();
  await page.getByText('createGroup:lost').waitFor();
  await page.getByRole('combobox', {name: 'Fault', exact: true}).selectOption('503');
  await page.getByLabel('Value').fill('7');
  await page.getByRole('button', {name: 'Add fault'}).click();
  await page.getByRole('status').getByText('createGroup:503=7 was added').waitFor();
  const {rules} = (await sandbox.get('/_sandbox/faults')).body;
  t.is(rules.length, 1);
  t.like(rules[0], {operation: 'createGroup', fault: {status: 503, retry_after: 7}});
});

browserTest('an empty list shows how to send a request, then the first request', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  await page.getByText('No requests yet').waitFor();
  t.true((await page.locator('.snippet pre').textContent()).includes(`${sandbox.url}/api/v1/constituents?limit=1`));
  await sandbox.get('/api/v1/constituents?limit=1');
  await page.locator('.rows .request[data-seq="1"]').waitFor();
});

browserTest('the list shows which requests the journal has dropped', async (t, open) => {
  const sandbox = await startTestSandbox(t, {journalRequests: 5});
  for (let number = 0; number < 8; number += 1) {
    await sandbox.get('/api/v1/groups?limit=1');
  }
  const page = await open(`${sandbox.url}${ui}`);
  await page.getByText('Requests up to 3 were dropped').waitFor();
  t.deepEqual(await numbersIn(page, 5), [8, 7, 6, 5, 4]);
});
