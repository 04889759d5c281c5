import test from 'ava';
import {runCli, startCli} from '../support/cli.js';

test('more constituents than the heap has room for are refused with what they need, and how to give it', async t => {
  const words = ['start', '--port', '0', '--constituents', '90000'];
  const {code, stderr} = await runCli(t, words, {NODE_OPTIONS: '--max-old-space-size=300'}).ended;
  t.is(code, 1);
  t.regex(
    stderr,
    /^There is no room for 90000 constituents: it takes 781 MiB of heap, and of \d+ MiB \d+ are in use; ask for less, or start the sandbox with NODE_OPTIONS=--max-old-space-size=1154\n$/,
  );
});

test('data that are too large for the heap are refused over HTTP, and nothing is changed', async t => {
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
  t.regex(text, /Nothing was changed, because there is no room for 1000000 constituents: it takes 8592 MiB of heap/);
  t.is((await seed(200)).status, 200);
});
