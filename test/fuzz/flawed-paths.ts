import fc from 'fast-check';
import type {Contract, Operation} from './contract.js';
import type {WeightedFlaw} from './flaws.js';

const invalidIds = [
  '0',
  '-1',
  '1.5',
  'abc',
  '1e3',
  '0x1',
  '01',
  '+1',
  'null',
  '9'.repeat(20),
  '9'.repeat(400),
  '%20',
  '%00',
  '%zz',
  '%F0%9F%92%A9',
  'a%2Fb',
  '1%0A',
];

/** Invalid ids, and unknown words in place of fixed segments. */
export function pathFlaws({parameters}: Operation, {operations}: Contract): WeightedFlaw[] {
  const words = new Set(operations.flatMap(({path}) => path.split('/')));
  const other = fc
    .string({unit: 'grapheme', minLength: 1, maxLength: 10})
    .filter(text => !/^[1-9]\d*$|^\.|\.json$/.test(text) && !words.has(text))
    .map(encodeURIComponent);
  const wrong = fc.oneof(fc.constantFrom(...invalidIds), other);
  return parameters
    .filter(({in: place}) => place === 'path')
    .map(({name}) => ({
      weight: 3,
      flaw: drafts =>
        fc
          .tuple(drafts, wrong)
          .map(([draft, text]) => ({draft: {...draft, path: {...draft.path, [name]: text}}, status: 404})),
    }));
}
