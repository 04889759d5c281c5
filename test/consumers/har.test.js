import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';

const browserTest = inBrowser(test);

/** Asks as a page of the sandbox's own does. */
const ask = ({method, url, key, body}) =>
  fetch(url, {method, headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'}, body}).then(
    async response => [response.status, await response.text()],
  );

browserTest('a browser reads the HAR, and answers from it as the sandbox did', async (t, open, problems) => {
  const sandbox = await startTestSandbox(t);
  const {key} = sandbox;
  const body = JSON.stringify({name: 'Choir £'});
  const requests = [
    {method: 'GET', url: `${sandbox.url}/api/v1/funds?limit=2`, key},
    {method: 'POST', url: `${sandbox.url}/api/v1/groups`, key, body},
    {method: 'GET', url: `${sandbox.url}/api/v1/nothing`, key},
  ];
  const page = await open(`${sandbox.url}/`);
  const answered = [];
  for (const request of requests) {
    answered.push(await page.evaluate(ask, request).catch(error => error.message));
  }
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'har-')), 'run.har');
  writeFileSync(file, (await sandbox.get('/_sandbox/requests?format=har')).text);
  await page.routeFromHAR(file, {url: '**/api/**', notFound: 'abort'});
  const replayed = [];
  for (const request of requests) {
    replayed.push(await page.evaluate(ask, request).catch(error => error.message));
  }
  t.is(problems.splice(0).length, 2, 'of the 404, each time');
  t.deepEqual(replayed, answered);
  t.deepEqual(
    answered.map(([status]) => status),
    [200, 200, 404],
  );
  t.is((await sandbox.requests()).length, requests.length, 'the sandbox was asked no more');
});
