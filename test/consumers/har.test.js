import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';

const browserTest = inBrowser(test);

/** Sends a request from a page of the sandbox. */
const send = ({method, url, key, body}) =>
  fetch(url, {method, headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'}, body}).then(
    async response => [response.status, await response.text()],
  );

browserTest('a browser replays the HAR with the same responses as the sandbox', async (t, open, problems) => {
  const sandbox = await startTestSandbox(t);
  const {key} = sandbox;
  const body = JSON.stringify({name: 'Choir £'});
  const requests = [
    {method: 'GET', url: `${sandbox.url}/api/v1/funds?limit=2`, key},
    {method: 'POST', url: `${sandbox.url}/api/v1/groups`, key, body},
    {method: 'GET', url: `${sandbox.url}/api/v1/nothing`, key},
  ];
  const page = await open(`${sandbox.url}/`);
  const responses = [];
  for (const request of requests) {
    responses.push(await page.evaluate(send, request).catch(error => error.message));
  }
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'har-')), 'run.har');
  writeFileSync(file, (await sandbox.get('/_sandbox/requests?format=har')).text);
  await page.routeFromHAR(file, {url: '**/api/**', notFound: 'abort'});
  const replayed = [];
  for (const request of requests) {
    replayed.push(await page.evaluate(send, request).catch(error => error.message));
  }
  t.is(problems.splice(0).length, 2, 'only the two 404 responses must be problems');
  t.deepEqual(replayed, responses);
  t.deepEqual(
    responses.map(([status]) => status),
    [200, 200, 404],
  );
  t.is((await sandbox.requests()).length, requests.length, 'replayed requests must not reach the sandbox');
});
