import test from 'ava';
import fc from 'fast-check';
import {jsonPieces} from '../../src/exchanges/json-pieces.js';

const written = (value: unknown) => [...jsonPieces(value)].join('');

test('the joined pieces equal the output of JSON.stringify', t => {
  fc.assert(fc.property(fc.jsonValue(), value => written(value) === JSON.stringify(value)));
  t.is(written({a: undefined, b: [{c: undefined}]}), '{"b":[{}]}');
});

test('an iterator is written as an array, and a map as an object in its own order', t => {
  const names = new Map([
    [2, 'two'],
    [1, 'one'],
  ]);
  t.is(
    written({list: [1, 'a'].values(), none: [].values(), names}),
    '{"list":[1,"a"],"none":[],"names":{"2":"two","1":"one"}}',
  );
});
