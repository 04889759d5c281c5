import test from 'ava';
import {repeatOf} from '../../../src/sandbox/check/check.js';

test('a request repeated only on a reused connection is attributed to the HTTP library', t => {
  t.like(repeatOf({fresh: 0, reused: 1}, {}), {by: 'library', client: "PHP's curl"});
  t.regex(repeatOf({fresh: 0, reused: 1}, {}).remedy!, /CURLOPT_FRESH_CONNECT/);
  t.like(repeatOf({fresh: 0, reused: 1}, {userAgent: 'Deno/2.9.6'}), {by: 'library', client: "Deno's fetch"});
  t.like(repeatOf({fresh: 0, reused: 1}, {userAgent: 'acme/1.0'}), {by: 'library', client: null});
  t.like(repeatOf({fresh: 0, reused: 1}, {caller: 'src/crm.js:8'}), {by: 'library', client: null});
});

test('a request repeated on both connections is attributed to an HTTP library known to do so', t => {
  t.like(repeatOf({fresh: 1, reused: undefined}, {userAgent: 'Java/17.0.2'}), {
    by: 'library',
    client: "Java's HttpURLConnection",
  });
  t.regex(repeatOf({fresh: 1, reused: 1}, {userAgent: 'Java/17.0.2'}).remedy!, /retryPost=false/);
  t.is(repeatOf({fresh: 2, reused: 2}, {userAgent: 'Java/17.0.2'}).by, 'code or library');
});

test('any other repeat is attributed to the code or the library', t => {
  for (const repeats of [
    {fresh: 1, reused: 1},
    {fresh: 1, reused: undefined},
    {fresh: undefined, reused: 1},
  ]) {
    t.deepEqual(repeatOf(repeats, {}), {by: 'code or library', client: null, remedy: null});
  }
});
