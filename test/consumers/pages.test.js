import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';

const browserTest = inBrowser(test);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The pages, by what is waited for on them: both are only of use once that is there. */
const pages = {
  '/': 'h1',
  '/docs': '.opblock-tag',
  '/docs#/Constituents/createConstituent': '.opblock.is-open .responses-table .highlight-code',
  '/docs#/Gifts/searchGifts': '.opblock.is-open .responses-table',
};

const phone = {width: 390, height: 844};

/** What axe-core finds, a line each; undefined where it looked at nothing. */
async function findings(page) {
  await page.evaluate(axe);
  const {violations, passes} = await page.evaluate('axe.run()');
  return passes.length === 0
    ? undefined
    : violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`);
}

for (const colorScheme of ['light', 'dark']) {
  for (const [path, part] of Object.entries(pages)) {
    browserTest(`${path} fits on a phone, in ${colorScheme} colours that everybody can read`, async (t, open) => {
      const sandbox = await startTestSandbox(t);
      const page = await open(sandbox.url + path, {colorScheme, viewport: phone});
      await page.locator(part).first().waitFor();
      t.is(await page.evaluate('document.documentElement.scrollWidth'), phone.width);
      t.deepEqual(await findings(page), []);
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
  t.regex((await findings(page)).join(), /^select-name: select/);
});
