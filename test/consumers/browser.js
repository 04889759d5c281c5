import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {chromium} from 'playwright-core';

/** Where Debian's package puts it; another is named in the environment. */
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

const missing = `there is no Chromium at ${executablePath}: apt-get install chromium, or name one in CHROMIUM_PATH`;

/**
 * Chromium opens a window for each test, and loads two pages of its own for the address bar, which takes it longer than
 * most of our pages. A browser heeds one list, so this replaces Playwright's: what of that concerns a page is here, too.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

/** One for all files of a process. */
let browser;
let isStarted = false;
/** Fails when the browser ends. Not all that a test waits for would. */
let ended;

function startFor(test) {
  isStarted = true;
  test.before(async () => {
    if (existsSync(executablePath)) {
      const args = [`--disable-features=${withoutFeatures.join(',')}`];
      browser = await chromium.launch({executablePath, args, timeout: 90_000});
      ended = once(browser, 'disconnected').then(() => Promise.reject(new Error('the browser has ended')));
      ended.catch(() => undefined); // as it does after the last test
    } else if (process.env['CI']) {
      throw new Error(missing);
    }
  });
  test.after.always(async () => {
    await browser?.close();
  });
}

/**
 * Declares tests in a real browser, one after another in one browser for the process. Where there is none they fail in
 * CI; on a developer's machine they are left out, and say so. Each test has `open(url, options)`, which shows a page
 * that can reach nothing but its own origin; the options are those of Playwright's `newContext`. What the page complained
 * of by then stands in `problems`, which must be empty in the end: a test takes out of it what it wanted to happen.
 */
export function inBrowser(test) {
  if (!isStarted) {
    startFor(test);
  }
  return (title, steps) =>
    test.serial(title, async t => {
      if (browser === undefined) {
        t.log(`LEFT OUT: ${missing}`);
        t.pass();
        return;
      }
      t.timeout(300_000, 'a loaded machine is slow, but not that slow');
      const contexts = [];
      const problems = []; // errors, warnings, and requests to anywhere else
      try {
        const open = async (url, options) => {
          contexts.push(await browser.newContext(options));
          return openAlone(contexts.at(-1), url, problems);
        };
        await Promise.race([steps(t, open, problems), ended]);
        t.deepEqual(problems, []);
      } finally {
        await Promise.race([Promise.all(contexts.map(context => context.close())), ended]);
      }
    });
}

async function openAlone(context, url, problems) {
  const {origin} = new URL(url);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.on('pageerror', error => problems.push(error.message));
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) {
      problems.push(message.text()); // what the Content-Security-Policy refuses is such an error
    }
  });
  await page.route(/^/, async route => {
    const wanted = route.request().url();
    if (new URL(wanted).origin === origin) {
      await route.continue();
    } else {
      problems.push(`asked for ${wanted}`);
      await route.abort();
    }
  });
  await page.goto(url);
  return page;
}
