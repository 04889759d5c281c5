import test from 'ava';
import {readShortForm, ShortFormError} from '../../src/faults/short-form.js';

test('the short form of a rule is read as the rule object', t => {
  t.deepEqual(readShortForm('createGift#2:lost'), {operation: 'createGift', nth: 2, fault: {lost: true}});
  t.deepEqual(readShortForm('*%20:503=5'), {operation: '*', every: 20, fault: {status: 503, retry_after: 5}});
  t.deepEqual(readShortForm('**3:reset@after-commit'), {
    operation: '*',
    times: 3,
    fault: {reset: true},
    when: 'after-commit',
  });
  const faults: Readonly<Record<string, object>> = {
    '404': {status: 404},
    empty: {empty: true},
    hold: {hold: true},
    malformed: {malformed: true},
    wrong_type: {wrong_type: true},
    'truncate=100': {truncate: {bytes: 100}},
    'truncate=50%': {truncate: {fraction: 0.5}},
    'delay=500': {delay: {fixed: 500}},
    'delay=1.5s': {delay: {fixed: 1500}},
    'delay=1s-3s': {delay: {uniform: {min: 1000, max: 3000}}},
    'delay=50~2s': {delay: {lognormal: {median: 50, p99: 2000}}},
    'dribble=64/100': {dribble: {chunk: 64, pause: 100}},
    'stale_read=3': {stale_read: {requests: 3}},
    'stale_read=5s': {stale_read: {seconds: 5}},
    'rate_limited=10/1m': {rate_limited: {n: 10, window: 60_000}},
    'reply={"status":409,"body":"a@b:c"}': {reply: {status: 409, body: 'a@b:c'}},
    'patch={"note":null}': {patch: {note: null}},
  };
  for (const [kind, fault] of Object.entries(faults)) {
    t.deepEqual(readShortForm(`listGifts:${kind}`), {operation: 'listGifts', fault}, kind);
  }
});

const wrong: ReadonlyArray<readonly [text: string, at: number, problem: RegExp]> = [
  ['', 0, /^a colon and a fault are missing/],
  ['createGift', 10, /^a colon/],
  [':503', 0, /^an operation such as createGift is missing/],
  ['create-gift:503', 6, /^"-" cannot stand here/],
  ['createGift#:503', 11, /^nth must be an integer/],
  ['createGift#0:503', 11, /^nth must be an integer from 1/],
  ['createGift%x:503', 11, /^every must be/],
  ['createGift*9999999:503', 11, /^times must be/],
  ['createGift:rest', 11, /^there is no fault "rest"; did you mean reset\?$/],
  ['createGift:', 11, /^there is no fault ""; there are a status such as 503, lost/],
  ['createGift:toString', 11, /^there is no fault "toString"/],
  ['createGift:lost=5', 15, /^lost takes no argument$/],
  ['createGift:503=soon', 15, /^Retry-After must be a number of seconds$/],
  ['createGift:delay', 16, /^delay= must be a time such as/],
  ['createGift:delay=fast', 17, /^delay= must be/],
  ['createGift:delay=1-2-3', 17, /^delay= must be/],
  ['createGift:dribble=8', 19, /^dribble= must be bytes\/pause/],
  ['createGift:reply=409', 17, /^reply= must be a JSON object such as/],
  ['createGift:reply={"status"', 17, /^reply= must be a JSON object/],
  ['createGift:patch=[]', 17, /^patch= must be a JSON object/],
  ['createGift:patch={"a":"b@c"}@soon', 29, /^must be before or after-commit$/],
  ['createGift:reset@after', 17, /^must be before or after-commit$/],
];

test('an invalid short form is rejected with the position of the character', t => {
  for (const [text, at, problem] of wrong) {
    const error = t.throws(() => readShortForm(text), {instanceOf: ShortFormError}, text);
    t.is(error.at, at, text);
    t.regex(error.problem, problem);
  }
  const error = t.throws(() => readShortForm('createGift#x:lost'), {instanceOf: ShortFormError});
  t.is(error.message, '"createGift#x:lost", character 12: nth must be an integer from 1 to 1000000');
  t.is(error.picture, 'createGift#x:lost\n           ^ nth must be an integer from 1 to 1000000');
});

test('invalid text of any length is rejected with a short message', t => {
  for (const text of [
    'x'.repeat(1e6),
    `${'*'.repeat(1e6)}:503`,
    `*:${'9'.repeat(1e6)}`,
    `*:delay=${'1-'.repeat(1e6)}`,
  ]) {
    const error = t.throws(() => readShortForm(text), {instanceOf: ShortFormError});
    t.true(error.message.length < 300);
  }
});
