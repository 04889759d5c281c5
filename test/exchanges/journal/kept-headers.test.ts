import test from 'ava';
import fc from 'fast-check';
import {headersOf, LatestHeaders} from '../../../src/exchanges/journal/kept-headers.js';

const name = fc.constantFrom('content-type', 'content-length', 'date', 'retry-after', 'set-cookie');
const headers = fc.dictionary(name, fc.constantFrom('a', 'b', '1', '2'));

test('headers are kept as they were, whatever those of other replies are', t => {
  fc.assert(
    fc.property(fc.array(headers, {maxLength: 8}), replies => {
      const latest = new LatestHeaders();
      const kept = replies.map(reply => latest.keep(reply));
      t.deepEqual(
        kept.map(headersOf),
        replies.map(reply => ({...reply})),
      );
    }),
  );
});

test('replies that differ in their length alone have one set of headers', t => {
  const latest = new LatestHeaders();
  const [one, other] = ['5', '7'].map(length => latest.keep({'content-type': 'text/plain', 'content-length': length}));
  t.is(one!.common, other!.common);
  t.deepEqual([one!.length, other!.length], ['5', '7']);
});
