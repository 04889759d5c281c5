import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';

const browserTest = inBrowser(test);

/** Every operation in the served document. */
async function described(sandbox) {
  const {body} = await sandbox.get('/openapi.json', {key: null});
  return Object.values(body.paths).flatMap(path => Object.values(path));
}

const elementOf = ({operationId, tags: [tag]}) => `operations-${tag.replaceAll(/[^\w-]/g, '_')}-${operationId}`;

/** The link to an operation, and its selector on the page. */
async function linkTo(sandbox, id) {
  const operation = (await described(sandbox)).find(({operationId}) => operationId === id);
  const [tag] = operation.tags;
  return {link: `${sandbox.url}/docs#/${encodeURIComponent(tag)}/${id}`, selector: `#${elementOf(operation)}`};
}

/** Presses Execute. @returns the response on the page */
async function execute(page, selector) {
  const shown = page.locator(selector);
  await shown.getByRole('button', {name: 'Execute'}).click();
  const row = shown.locator('.live-responses-table tbody tr.response');
  const status = await row.locator('.response-col_status').first().textContent();
  const body = await row.locator('.highlight-code code').first().textContent();
  return {status: Number.parseInt(status, 10), body: JSON.parse(body)};
}

browserTest('the docs page shows every tag and every operation of the document', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const {body} = await sandbox.get('/openapi.json', {key: null});
  const page = await open(`${sandbox.url}/docs`);
  t.is(await page.title(), 'crm-sandbox: API reference');
  await page.locator('.opblock-tag').first().waitFor();
  const tags = await page.locator('.opblock-tag').all();
  t.deepEqual(
    await Promise.all(tags.map(tag => tag.getAttribute('data-tag'))),
    body.tags.map(({name}) => name),
  );
  const shown = [];
  for (const tag of tags) {
    await tag.click();
    await page.locator('.opblock').first().waitFor();
    shown.push(...(await page.locator('.opblock').evaluateAll(blocks => blocks.map(({id}) => id))));
    await tag.click(); // with too many open, the page only renders the visible ones
    await page.locator('.opblock').first().waitFor({state: 'detached'});
  }
  const operations = await described(sandbox);
  t.deepEqual(shown.sort(), operations.map(elementOf).sort());
});

browserTest('a link opens an operation, and Execute returns the data of the sandbox', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const {link, selector} = await linkTo(sandbox, 'listGroups');
  const page = await open(link);
  const {status, body} = await execute(page, selector);
  t.is(status, 200);
  t.deepEqual(body, (await sandbox.get(`/api/v1/groups?limit=${body.limit}`)).body);
});

browserTest('Execute writes to the default account, or to the account of another key', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const {link, selector} = await linkTo(sandbox, 'createGroup');
  const page = await open(link);
  const body = page.locator(selector).locator('textarea');
  await body.fill('{"name": "Written in a browser"}');
  const {status, body: created} = await execute(page, selector);
  t.is(status, 200);
  t.is((await sandbox.get(`/api/v1/groups/${created.id}`)).body.name, 'Written in a browser');

  await page.locator('.scheme-container').getByRole('button', {name: 'Authorize'}).click();
  const dialog = page.locator('.auth-container', {hasText: 'bearerAuth'});
  await dialog.getByRole('button', {name: 'Remove authorization'}).click();
  await dialog.locator('input').fill('sbx_browser');
  await dialog.getByRole('button', {name: 'Apply credentials'}).click();
  await page.locator('.dialog-ux .close-modal').click();
  await body.fill('{"name": "In an account of its own"}');
  await page.locator(selector).getByRole('button', {name: 'Clear'}).click();
  t.is((await execute(page, selector)).body.name, 'In an account of its own');
  const last = async key => (await sandbox.get('/api/v1/groups?limit=500', {key})).body.items.at(-1).name;
  t.is(await last('sbx_browser'), 'In an account of its own');
  t.is(await last(sandbox.key), 'Written in a browser');
});

browserTest('x- extensions of the document are shown as notes', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const {link, selector} = await linkTo(sandbox, 'searchConstituents');
  const page = await open(link);
  const shown = page.locator(selector);
  const notes = shown.locator('details.mark', {hasText: 'assumed, where the contract is silent'});
  await notes.first().locator('summary').click();
  t.true((await notes.first().locator('li').first().textContent()).length > 10);
  t.is(
    await shown.locator('details.mark', {hasText: 'beyond the contract'}).count(),
    1,
    'the parameter q must be marked',
  );
  t.false((await shown.textContent()).includes('OrderedMap'), 'no raw data must be shown');
});
