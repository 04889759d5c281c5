import {Buffer} from 'node:buffer';
import {spawn} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {serveTrace} from '../../dist/src/http/pages/serve-trace.js';
import {ConsoleFiles} from '../../dist/src/pages/console-files.js';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {inBrowser} from './browser.js';
import {axeFindings, forgive, numbersIn, startBusySandbox, ui} from './console-support.js';

const browserTest = inBrowser(test);

const bin = fileURLToPath(new URL('../../bin/crm-sandbox.js', import.meta.url));

/** Drops a file on the page. */
async function drop(page, name, bytes) {
  const transfer = await page.evaluateHandle(
    ([file, base64]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), each => each.charCodeAt(0))], file));
      return data;
    },
    [name, Buffer.from(bytes).toString('base64')],
  );
  await page.dispatchEvent('main', 'dragover', {dataTransfer: transfer});
  await page.getByText('Drop the trace file').waitFor();
  await page.dispatchEvent('main', 'drop', {dataTransfer: transfer});
}

browserTest('a dropped trace is shown without a sandbox', async (t, open, problems) => {
  const {sandbox, wrong} = await startBusySandbox(t);
  await sandbox.put('/_sandbox/clock', {advance: 'P1D'});
  const {text} = await sandbox.get('/_sandbox/trace');
  const page = await open(`${sandbox.url}${ui}`);
  await page.locator('.rows .request[data-seq="12"]').waitFor();
  await sandbox.close();
  await drop(page, 'run.trace.gz', gzipSync(text));
  await page.getByText('13 events of crm-sandbox').waitFor();
  t.is((await numbersIn(page, 13)).length, 13);
  await page.getByLabel('Filter', {exact: true}).fill('op:updateGift changed:true');
  await page.waitForFunction(() => document.querySelectorAll('.rows .request').length === 3);
  await page.locator('.rows .request').nth(1).click();
  const detail = page.locator('.detail');
  await detail.getByText(`gifts ${wrong.id}`).waitFor();
  t.regex(await detail.textContent(), new RegExp(`"received_amount": ${wrong.received_amount / 100}`));
  t.deepEqual(await axeFindings(page), []);
  await page.getByLabel('Filter', {exact: true}).fill('setClock');
  await page.locator('.rows .request', {hasText: 'setClock {"advance":"P1D"}'}).click();
  await detail.getByText('"P1D"').waitFor();
  await page.getByRole('button', {name: 'Close the trace'}).click();
  await page.getByText('The connection is lost.').waitFor();
  forgive(problems, 'ERR_');
});

browserTest('a file that is not a trace, or is damaged, is rejected with an error', async (t, open) => {
  const sandbox = await startTestSandbox(t);
  const page = await open(`${sandbox.url}${ui}`);
  await page.getByText('No requests yet').waitFor();
  await drop(page, 'notes.txt', 'notes');
  await page.getByRole('alert').getByText('Line 1 of the file is not JSON').waitFor();
  await drop(page, 'other.json', '{"format":"other"}');
  await page.getByRole('alert').getByText('The file is not a trace').waitFor();
  await drop(page, 'cut.gz', gzipSync('{"format":"crm-sandbox trace"}').subarray(0, 15));
  await page.getByRole('alert').getByText('The file is damaged').waitFor();
  t.is(await page.getByText('No requests yet').count(), 1);
});

browserTest('trace open serves a trace without a sandbox', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const {text} = await sandbox.get('/_sandbox/trace');
  const folder = await mkdtemp(path.join(tmpdir(), 'console-trace-'));
  t.teardown(() => rm(folder, {recursive: true}));
  const file = path.join(folder, 'run.trace.gz');
  await writeFile(file, gzipSync(text));
  const server = await serveTrace(file, new ConsoleFiles(), error => t.fail(String(error)));
  t.teardown(() => server.close());
  const page = await open(`${server.url}/requests/6`);
  await page.getByText('12 events of crm-sandbox').waitFor();
  await page.locator('.detail', {hasText: 'updateGift'}).waitFor();
  t.is((await numbersIn(page, 12)).length, 12);
  t.is(await page.getByRole('combobox', {name: 'Account'}).count(), 0);
  t.deepEqual(await axeFindings(page), []);
  t.is(
    await page.getByRole('button', {name: 'Close the trace'}).count(),
    0,
    'a trace without a sandbox cannot be closed',
  );
});

browserTest('two traces can be open at once, each with its name', async (t, open) => {
  const {sandbox} = await startBusySandbox(t);
  const folder = await mkdtemp(path.join(tmpdir(), 'console-traces-'));
  t.teardown(() => rm(folder, {recursive: true}));
  const files = ['main.trace.gz', 'branch.trace.gz'].map(name => path.join(folder, name));
  for (const file of files) {
    await writeFile(file, gzipSync((await sandbox.get('/_sandbox/trace')).text));
    await sandbox.put('/_sandbox/clock', {advance: 'P1D'});
  }
  const server = spawn(process.execPath, [bin, 'trace', 'open', ...files, '--no-open', '--json']);
  t.teardown(() => server.kill());
  const lines = createInterface(server.stdout)[Symbol.asyncIterator]();
  for (const [file, events] of [
    [files[0], 12],
    [files[1], 13],
  ]) {
    const place = JSON.parse((await lines.next()).value);
    t.is(place.file, file);
    const page = await open(place.url);
    const name = path.basename(file);
    await page.getByText(`${name}: ${events} events of crm-sandbox`).waitFor();
    t.is(await page.title(), `${name} · crm-sandbox`);
    t.is((await numbersIn(page, events)).length, events);
  }
});
