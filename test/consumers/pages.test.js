import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';
import {axeFindings} from './console-support.js';

const browserTest = inBrowser(test);

/** The pages, with an element to wait for. */
const pages = {
  '/': 'h1',
  '/docs': '.opblock-tag',
  '/docs/rules': 'table',
  '/docs/rules/zero-gift': 'pre',
  '/docs#/Constituents/createConstituent': '.opblock.is-open .responses-table .highlight-code',
  '/docs#/Gifts/searchGifts': '.opblock.is-open .responses-table',
};

const phone = {width: 390, height: 844};

for (const [path, part] of Object.entries(pages)) {
  browserTest(`${path} fits on a phone and is accessible in both themes`, async (t, open) => {
    const sandbox = await startTestSandbox(t);
    const page = await open(sandbox.url + path, {viewport: phone});
    await page.locator(part).first().waitFor();
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({colorScheme});
      t.deepEqual(await axeFindings(page), [], colorScheme);
      t.is(await page.evaluate('document.documentElement.scrollWidth'), phone.width);
    }
  });
}

browserTest('the docs page is dark by system preference', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const backgroundIn = async colorScheme => {
    const page = await open(`${sandbox.url}/docs`, {colorScheme});
    return page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  };
  t.not(await backgroundIn('dark'), await backgroundIn('light'));
});

browserTest('all pages share font, header links, and the theme chosen in the console', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const console = await open(`${sandbox.url}/_sandbox/ui`, {colorScheme: 'light'});
  await console.getByLabel('Theme').selectOption('dark');
  const page = await console.context().newPage();
  const looks = [];
  for (const path of ['/', '/docs', '/docs/rules', '/docs/rules/zero-gift']) {
    await page.goto(sandbox.url + path);
    const links = page.locator('.site-header a');
    const look = await page.evaluate(
      '(({backgroundColor, color, fontFamily}) => ({backgroundColor, color, fontFamily}))(getComputedStyle(document.body))',
    );
    looks.push({...look, links: await links.evaluateAll(all => all.map(link => link.getAttribute('href')))});
  }
  t.true(looks[0].links.includes('/_sandbox/ui'));
  t.is(new Set(looks.map(look => JSON.stringify(look))).size, 1, JSON.stringify(looks));
  t.is(looks[0].backgroundColor, await console.evaluate('getComputedStyle(document.body).backgroundColor'));
});

browserTest('axe-core finds a planted violation', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const page = await open(`${sandbox.url}/`);
  await page.evaluate("document.querySelector('main').append(document.createElement('select'))");
  t.regex((await axeFindings(page)).join(), /^select-name: select/);
});
