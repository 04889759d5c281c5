import {truncate, writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {newFolder, runCli, startCli} from '../support/cli.js';

test('too many constituents for the heap are rejected with the memory needed and how to set it', async t => {
  const words = ['start', '--port', '0', '--constituents', '90000'];
  const {code, stderr} = await runCli(t, words, {NODE_OPTIONS: '--max-old-space-size=300'}).ended;
  t.is(code, 1);
  t.regex(
    stderr,
    /^There is no room for 90000 constituents, so nothing was changed: it takes 781 MiB of heap, and \d+ of \d+ MiB are in use; ask for less, delete snapshots or accounts, or start the sandbox with NODE_OPTIONS=--max-old-space-size=1193\n$/,
  );
});

for (const option of ['--from', '--data']) {
  test(`a ${option} file that is too large for the heap is rejected before it is read`, async t => {
    const file = path.join(await newFolder(t), 'large.json');
    const write = async (megabytes: number) => {
      await writeFile(file, '');
      await truncate(file, megabytes * 1_000_000);
    };
    await write(400);
    const start = () =>
      runCli(t, ['start', '--port', '0', option, file], {NODE_OPTIONS: '--max-old-space-size=300'}).ended;
    const {code, stderr} = await start();
    t.is(code, 1);
    t.true(
      stderr.startsWith(
        `There is no room for the data in ${file}, so nothing was changed: it takes 535 MiB of heap, and `,
      ),
      stderr,
    );
    t.regex(stderr, / are in use; ask for less, .* or start the sandbox with NODE_OPTIONS=--max-old-space-size=897\n$/);
    await write(2200);
    t.is(
      (await start()).stderr,
      `${file} is too large to be read: it has 2200000000 bytes, and 2147483647 are the most\n`,
    );
  });
}

test('seeding too much data for the heap responds with 507, and less data can still be seeded', async t => {
  const run = await startCli(t, ['--quiet'], 'small', {NODE_OPTIONS: '--max-old-space-size=300'});
  const seed = async (constituents: number) => {
    const reply = await fetch(new URL('/_sandbox/seed', run.url), {
      method: 'POST',
      headers: {authorization: 'Bearer sandbox-key', 'content-type': 'application/json'},
      body: JSON.stringify({constituents}),
    });
    return {status: reply.status, text: await reply.text()};
  };
  const {status, text} = await seed(1_000_000);
  t.is(status, 507);
  t.regex(text, /There is no room for 1000000 constituents, so nothing was changed: it takes 8592 MiB of heap/);
  t.is((await seed(200)).status, 200);
});
