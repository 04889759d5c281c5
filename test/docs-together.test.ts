import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import test from 'ava';
import {KeysFile} from '../src/http/guard/keys-file.js';
import {optionsOf} from './support/options-here.js';
import {blocksOf} from './support/pages.js';

const blocks = blocksOf('docs/reference/together.md');

test('start takes the options of the page', t => {
  const {text} = blocks.find(({run}) => run === 'team')!;
  const [, words = ''] = /^npx crm-sandbox start (.*)$/.exec(text)!;
  t.like(optionsOf({words: words.split(' ')}), {
    host: '0.0.0.0',
    tlsCert: 'cert.pem',
    tlsKey: 'key.pem',
    keysFile: 'keys.json',
    accountTtl: 24 * 3600 * 1000,
  });
});

test('the keys of the page are accepted, with the digests that its command prints', t => {
  const {text: command} = blocks.find(({run}) => run === 'digest')!;
  const [digest] = execFileSync('sh', ['-c', command], {encoding: 'utf8'}).split(' ');
  t.is(digest, createHash('sha256').update('a-long-random-key').digest('hex'));
  const {text} = blocks.find(({file}) => file === 'keys.json')!;
  const digests = ['2f…', '9c…', 'b1…'].map(one => createHash('sha256').update(one).digest('hex'));
  const whole = text.replaceAll(
    /"(2f|9c|b1)…"/g,
    (_, start: string) => `"${digests.find((_, at) => ['2f', '9c', 'b1'][at] === start)}"`,
  );
  const keys = new KeysFile(JSON.parse(whole), 'keys.json');
  t.deepEqual(keys.find('2f….test-7'), {account: 'team-a-test-7', role: 'full', isAdmin: false});
  t.true(keys.isAdmin('b1…'));
});
