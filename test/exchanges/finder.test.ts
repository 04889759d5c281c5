import test from 'ava';
import fc from 'fast-check';
import {finder} from '../../src/exchanges/filters.js';

test('finder() agrees with String.includes()', t => {
  const text = fc.string({unit: fc.constantFrom('a', 'b', 'c'), maxLength: 30});
  fc.assert(
    fc.property(
      text.filter(wanted => wanted !== ''),
      text,
      (wanted, part) => {
        t.is(finder(wanted)(part), part.includes(wanted), `${wanted} in ${part}`);
      },
    ),
  );
  t.true(finder('aab')('aaab'));
});
