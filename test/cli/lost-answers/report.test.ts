import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import test from 'ava';
import {readKnown, writeKnown} from '../../../src/cli/exec/known-lost-answers.js';
import {reportOf, summaryOf} from '../../../src/cli/exec/lost-answers-summary.js';
import type {Case} from '../../../src/sandbox/lost-answers-check.js';

const none = {duplicated: [], lost: [], corrupt: []};

const gift: Case = {
  call: {
    operation: 'createGiftOfConstituent',
    nth: 2,
    method: 'POST',
    url: '/api/v1/constituents/959400/gifts',
    body: '{}',
    caller: 'src/sync.ts:42',
  },
  verdict: 'duplicated',
  code: 0,
  differences: {...none, duplicated: [{kind: 'gifts', found: {id: 7, note: '\u001b[2Jgone'} as never}]},
  isKnown: false,
};

const group: Case = {
  call: {operation: 'createGroup', nth: 1, method: 'POST', url: '/api/v1/groups', body: '{}'},
  verdict: 'healed',
  code: 0,
  differences: none,
  isKnown: false,
};

test('a report names each wrong case, what is wrong, and how to repeat it', t => {
  const result = {cases: [group, gift], skipped: [{...group.call, nth: 2}], refused: new Map([[422, 3]])};
  t.is(
    reportOf(summaryOf(result, 0), 'npm test'),
    [
      'Lost answers: 2 of 3 writes tried: 1 healed, 1 duplicated',
      '',
      'duplicated: createGiftOfConstituent, time 2: the write was made twice',
      '  POST /api/v1/constituents/959400/gifts, sent by src/sync.ts:42',
      '  gifts, more than once: {"id":7,"note":"\\u001b[2Jgone"}',
      "  To repeat: crm-sandbox exec --fault 'createGiftOfConstituent#2:lost' -- npm test",
      '',
      'The budget left no time for 1 more: createGroup#2:lost',
      '',
      'Refused without any fault, and not tried: 3 with 422',
      '',
    ].join('\n'),
  );
});

test('what a client sent commands no terminal', t => {
  const url = '/api/v1/groups?x=\u009b2J\u001b]0;title\u0007';
  const report = reportOf(
    summaryOf({cases: [{...gift, call: {...gift.call, url}}], skipped: [], refused: new Map()}, 0),
    'x',
  );
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be there
  t.notRegex(report.replaceAll('\n', ''), /[\u0000-\u001f\u007f-\u009f]/);
});

test('more wrong cases than are allowed fail the check', t => {
  const result = {cases: [gift, group, {...gift, verdict: 'reported' as const}], skipped: [], refused: new Map()};
  t.true(summaryOf(result, 0).failed);
  t.false(summaryOf(result, 1).failed);
  t.deepEqual(
    summaryOf(result, 0).cases.map(({is_wrong}) => is_wrong),
    [true, false, false],
  );
});

test('what is good is known the next time, to the same command and the same call alone', t => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'lost-')), 'known.json');
  t.is(readKnown(file, 'npm test')(group.call), undefined);
  writeKnown(file, 'npm test', [group, gift]);
  const known = readKnown(file, 'npm test');
  t.is(known(group.call), 'healed');
  t.is(known(gift.call), undefined);
  t.is(known({...group.call, body: '{"name":"x"}'}), undefined);
  t.is(readKnown(file, 'npm run other')(group.call), undefined);
  writeFileSync(file, '{"format": 2}');
  t.throws(() => readKnown(file, 'npm test'), {message: /known\.json holds no results of such a check/});
});
