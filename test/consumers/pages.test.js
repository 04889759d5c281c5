import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';
import {axeFindings} from './console-support.js';

const browserTest = inBrowser(test);

/** The pages, by what is waited for on them: both are only of use once that is there. */
const pages = {
  '/': 'h1',
  '/docs': '.opblock-tag',
  '/docs#/Constituents/createConstituent': '.opblock.is-open .responses-table .highlight-code',
  '/docs#/Gifts/searchGifts': '.opblock.is-open .responses-table',
};

const phone = {width: 390, height: 844};

for (const colorScheme of ['light', 'dark']) {
  for (const [path, part] of Object.entries(pages)) {
    browserTest(`${path} fits on a phone, in ${colorScheme} colours that everybody can read`, async (t, open) => {
      const sandbox = await startTestSandbox(t);
      const page = await open(sandbox.url + path, {colorScheme, viewport: phone});
      await page.locator(part).first().waitFor();
      t.is(await page.evaluate('document.documentElement.scrollWidth'), phone.width);
      t.deepEqual(await axeFindings(page), []);
    });
  }
}

browserTest('the page is dark where the reader has it so', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const backgroundIn = async colorScheme => {
    const page = await open(`${sandbox.url}/docs`, {colorScheme});
    return page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  };
  t.not(await backgroundIn('dark'), await backgroundIn('light'));
});

browserTest('what axe-core is for, it finds', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const page = await open(`${sandbox.url}/`);
  await page.evaluate("document.querySelector('main').append(document.createElement('select'))");
  t.regex((await axeFindings(page)).join(), /^select-name: select/);
});
