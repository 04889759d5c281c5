import test from 'ava';
import {repeatOf} from '../../../src/sandbox/check/check.js';

test('a repeat on a reused connection only is the library of the client', t => {
  t.like(repeatOf({fresh: 0, reused: 1}, {}), {by: 'library', client: "PHP's curl"});
  t.regex(repeatOf({fresh: 0, reused: 1}, {}).remedy!, /CURLOPT_FRESH_CONNECT/);
  t.like(repeatOf({fresh: 0, reused: 1}, {userAgent: 'Deno/2.9.6'}), {by: 'library', client: "Deno's fetch"});
  t.like(repeatOf({fresh: 0, reused: 1}, {userAgent: 'acme/1.0'}), {by: 'library', client: null});
  t.like(repeatOf({fresh: 0, reused: 1}, {caller: 'src/crm.js:8'}), {by: 'library', client: null});
});

test('a client that is known to repeat on both is told from the code by its name', t => {
  t.like(repeatOf({fresh: 1, reused: undefined}, {userAgent: 'Java/17.0.2'}), {
    by: 'library',
    client: "Java's HttpURLConnection",
  });
  t.regex(repeatOf({fresh: 1, reused: 1}, {userAgent: 'Java/17.0.2'}).remedy!, /retryPost=false/);
  t.is(repeatOf({fresh: 2, reused: 2}, {userAgent: 'Java/17.0.2'}).by, 'code or library');
});

test('a repeat on both connections may be either', t => {
  for (const repeats of [
    {fresh: 1, reused: 1},
    {fresh: 1, reused: undefined},
    {fresh: undefined, reused: 1},
  ]) {
    t.deepEqual(repeatOf(repeats, {}), {by: 'code or library', client: null, remedy: null});
  }
});
