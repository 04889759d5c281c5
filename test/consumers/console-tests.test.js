import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';
import {axeFindings, ui} from './console-support.js';

const browserTest = inBrowser(test);

const phone = {width: 390, height: 844};

/** Starts a sandbox. `run` sends requests with a mark. */
async function start(t) {
  const sandbox = await startTestSandbox(t);
  const run = async (title, ...requests) => {
    const mark = await sandbox.mark(title);
    for (const [method, path, body] of requests) {
      await sandbox.request(method, `/api/v1/${path}`, body);
    }
    await mark.end();
  };
  const branch = (page, title) =>
    page
      .locator(':is(.test, .suite)')
      .filter({has: page.locator(`> summary > span:text-is(${JSON.stringify(title)})`)});
  return {sandbox, run, branch};
}

browserTest('an empty view shows code that sets a mark', async (t, open) => {
  const {sandbox} = await start(t);
  const page = await open(`${sandbox.url}${ui}/tests`);
  await page.getByText('No tests yet').waitFor();
  t.regex(await page.locator('.snippet pre').textContent(), /sandbox\.mark\(task\.fullTestName\)/);
  await sandbox.get('/api/v1/funds');
  await page.locator('.test', {hasText: 'Outside of tests'}).getByText('1 request').waitFor();
});

browserTest('tests are listed live as a tree of suites, with requests, findings and changes', async (t, open) => {
  const {sandbox, run, branch} = await start(t);
  await sandbox.get('/api/v1/funds');
  await run(
    'groups > new > says "hi" \\ once',
    ['POST', 'groups', {name: 'Choir', colour: 'red'}],
    ['GET', 'groups/1'],
  );
  const page = await open(`${sandbox.url}${ui}/tests`, {reducedMotion: 'reduce'});
  await branch(page, 'groups').first().waitFor();
  const one = branch(page, 'says "hi" \\ once').last();
  t.regex(await one.locator('summary').textContent(), /2 requests.*200.*404.*info/);
  await run('groups > old', ['GET', 'groups?limit=1'], ['GET', 'groups?limit=2']);
  await branch(page, 'old').last().getByText('2 requests').waitFor();
  t.regex(await branch(page, 'groups').first().locator('summary').first().textContent(), /4 requests.*200 ×3.*404/);

  await one.locator('summary').focus();
  await page.keyboard.press('Enter');
  const record = one.getByRole('list', {name: 'Changes'}).getByRole('link');
  t.regex(await record.textContent(), /^groups \d+$/);
  await one.getByText('createGroup: "colour" is ignored').waitFor();
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({colorScheme});
    t.deepEqual(await axeFindings(page), [], colorScheme);
  }
  await page.setViewportSize(phone);
  t.is(await page.evaluate('document.documentElement.scrollWidth'), phone.width);
  await page.setViewportSize({width: 1280, height: 800});

  await one.getByRole('link', {name: 'Compare the states before and after'}).click();
  await page.getByText('1 created, 0 changed, 0 deleted').waitFor();
  await page.goBack();
  await one.locator('summary').click();
  await one.getByRole('link', {name: 'All requests of this test'}).click();
  await page.waitForFunction(() => document.querySelectorAll('.rows .request').length === 2);
  t.is(await page.getByLabel('Filter', {exact: true}).inputValue(), 'mark:"groups > new > says \\"hi\\" \\\\ once"');
});

browserTest('a test that ran twice is shown with its last run', async (t, open) => {
  const {sandbox, run, branch} = await start(t);
  await run('one', ['POST', 'groups', {name: 'Choir'}], ['POST', 'groups', {name: 'Band'}]);
  await run('two', ['GET', 'groups?limit=1']);
  await sandbox.reset('baseline', {keep: ['requests']});
  await run('one', ['POST', 'groups', {name: 'Choir'}]);
  const page = await open(`${sandbox.url}${ui}/tests`);
  const one = branch(page, 'one').last();
  await one.getByText('1 request').waitFor();
  await one.locator('summary').click();
  await one.getByRole('list', {name: 'Changes'}).getByText('groups').first().waitFor();
  t.is(await one.getByRole('list', {name: 'Changes'}).getByRole('listitem').count(), 1);
});

browserTest(
  'requests of concurrent tests are listed as unassigned, apart from those outside of tests',
  async (t, open) => {
    const {sandbox, branch} = await start(t);
    await sandbox.get('/api/v1/funds?limit=1');
    await sandbox.mark('suite > one');
    await sandbox.mark('suite > two');
    await sandbox.get('/api/v1/funds?limit=2');
    await sandbox.mark(null);
    const page = await open(`${sandbox.url}${ui}/tests`);
    const unassigned = branch(page, 'Unassigned').last();
    await unassigned.locator('summary').click();
    await unassigned.getByRole('list', {name: 'Requests'}).waitFor();
    t.regex(
      await unassigned.textContent(),
      /Active at once: suite > one, suite > two#2 GET 200 \/api\/v1\/funds\?limit=2$/,
    );
    const outside = branch(page, 'Outside of tests').last();
    await outside.locator('summary').click();
    await outside.getByRole('list', {name: 'Requests'}).waitFor();
    t.regex(await outside.textContent(), /#1.*limit=1$/);
    t.is(await branch(page, 'suite').count(), 0);
    await unassigned.getByRole('link', {name: 'All unassigned requests'}).click();
    await page.locator('.rows .request[data-seq="2"]').waitFor();
    t.is(await page.locator('.rows .request').count(), 1);
  },
);

browserTest('the view works with 1,000 requests of 250 tests', async (t, open) => {
  const {sandbox, run, branch} = await start(t);
  const page = await open(`${sandbox.url}${ui}/tests`);
  for (let number = 0; number < 250; number += 1) {
    await run(`suite ${number % 5} > test ${number}`, ...Array.from({length: 4}, () => ['GET', 'groups?limit=1']));
  }
  await branch(page, 'test 249').last().getByText('4 requests').waitFor();
  t.is(await page.locator('.test').count(), 250);
  await branch(page, 'test 249').last().locator('summary').click();
  await branch(page, 'test 249').last().getByText('No changes').waitFor();
});
