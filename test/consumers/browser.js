import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {chromium} from 'playwright-core';

/** The path of Debian's package, unless the environment has another. Chromium with windows uses a quarter more CPU. */
export const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium-headless-shell';

const missing = `Chromium not found at ${executablePath}: apt-get install chromium-headless-shell, or set CHROMIUM_PATH`;

/** Shared by all files of a process. */
let browser;
let isStarted = false;
/** Rejects when the browser ends, because some waits of a test would not. */
let ended;

function startFor(test) {
  isStarted = true;
  test.before(async () => {
    if (existsSync(executablePath)) {
      browser = await chromium.launch({executablePath, timeout: 90_000});
      ended = once(browser, 'disconnected').then(() => Promise.reject(new Error('the browser has ended')));
      ended.catch(() => undefined); // the browser also ends after the last test
    } else if (process.env['CI']) {
      throw new Error(missing);
    }
  });
  test.after.always(async () => {
    await browser?.close();
  });
}

/**
 * Declares serial tests in a browser that is shared by the process. Without a browser they fail in CI; on a developer's
 * machine they are skipped with a message. Each test has `open(url, options)`, which opens a page that can only reach
 * its own origin, with the options of Playwright's `newContext`. Errors and warnings of pages are collected in
 * `problems`, which must be empty at the end; a test removes the expected ones.
 */
export function inBrowser(test) {
  if (!isStarted) {
    startFor(test);
  }
  return (title, steps) =>
    test.serial(title, async t => {
      if (browser === undefined) {
        t.log(`SKIPPED: ${missing}`);
        t.pass();
        return;
      }
      t.timeout(300_000, 'too slow even for a loaded machine');
      const contexts = [];
      const problems = []; // errors, warnings, and requests to other origins
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
      problems.push(message.text()); // includes violations of the Content-Security-Policy
    }
  });
  await page.route(/^/, async route => {
    const wanted = route.request().url();
    if (new URL(wanted).origin === origin) {
      await route.continue();
    } else {
      problems.push(`requested ${wanted}`);
      await route.abort();
    }
  });
  await page.goto(url);
  return page;
}
