import test from 'ava';
import type {ApiError} from '../../src/errors.js';
import {FaultRules} from '../../src/faults/fault-rules.js';
import {readOverrides} from '../../src/faults/rules/read-overrides.js';
import {limits} from '../../src/limits.js';
import {operations} from '../../src/resources/index.js';

const read = (...overrides: readonly object[]) => readOverrides(overrides, operations);
const gift = {operation: 'showGift', reason: 'as seen on the service'};
const ofGifts = {...gift, operation: 'listGifts'};
const notFound = {...gift, when: {status: 404}};

const wrong: ReadonlyArray<readonly [override: object, message: string]> = [
  [{}, 'operation: is required; overrides[0].reason: is required; overrides[0].patch: give either patch or reply'],
  [gift, 'patch: give either patch or reply'],
  [{...gift, patch: {}, reply: {status: 200}}, 'patch: give either patch or reply'],
  [{...gift, patch: {}, reason: ' '}, 'reason: must be a sentence that says why, got " "'],
  [{...gift, patch: {}, untill: '2026-01-01'}, 'untill: unknown field; did you mean until?'],
  [
    {...gift, patch: {}, until: '2026-02-30'},
    'until: must be a date that the calendar has, YYYY-MM-DD, got "2026-02-30"',
  ],
  [{...gift, patch: {}, operation: 'shwoGift'}, 'operation: there is no "shwoGift"; did you mean showGift?'],
  [{...gift, patch: {}, match: {bdy: {}}}, 'match.bdy: unknown field; did you mean body?'],
  [
    {...gift, patch: {}, when: {statu: 404}},
    'when.status: is required; overrides[0].when.statu: unknown field; did you mean status?',
  ],
  [{...gift, patch: []}, 'patch: must be an object, got an array'],
  [{...gift, patch: {note: 'x'.repeat(limits.override)}}, `patch: must take ${limits.override} bytes at most as JSON`],
  [{...gift, reply: {status: 99}}, 'reply.status: must be an integer from 200 to 599, got 99'],
  [{...gift, reply: {status: 200, heders: {}}}, 'reply.heders: unknown field; did you mean headers?'],
  [
    {...gift, reply: {status: 200, headers: {'X-A': []}}},
    'reply.headers.X-A: must be a string or a number, got an array',
  ],
];

test('a mistake is reported with its entry, its field and the expected form', t => {
  for (const [override, message] of wrong) {
    t.is(t.throws<ApiError>(() => read(override)).description, `overrides[0].${message}`);
  }
  t.is(
    t.throws<ApiError>(() => readOverrides({}, operations)).description,
    'overrides: must be an array, got an object',
  );
  const two = t.throws<ApiError>(() => read(gift, {...gift, patch: {}}, {...gift, reply: {}})).description;
  t.is(two, 'overrides[0].patch: give either patch or reply; overrides[2].reply.status: is required');
});

test('framing headers and invalid headers are rejected', t => {
  for (const [name, value] of [
    ['Content-Length', 5],
    ['transfer-encoding', 'chunked'],
    ['Connection', 'close'],
    ['X-Sandbox-Fault', 'x'],
    ['X A', 'x'],
    ['X-A', 'é'],
    ['X-A', 'a\r\nB: c'],
  ] as const) {
    const error = t.throws<ApiError>(() => read({...gift, reply: {status: 200, headers: {[name]: value}}}));
    t.regex(error.description, /^overrides\[0\]\.reply\.headers: must hold valid headers other than Connection/, name);
  }
  t.notThrows(() => read({...gift, reply: {status: 200, headers: {'Retry-After': 5, 'X-A': ''}}}));
});

/** Patches that the response schema forbids, with the path and the problem. */
const forbidden: ReadonlyArray<readonly [override: object, message: RegExp]> = [
  [{...gift, patch: {nte: 'x'}}, /patch\.nte: unknown field; did you mean note\?/],
  [{...gift, patch: {note: 5}}, /patch\.note: .*expected string, received number/],
  [{...gift, patch: {id: null}}, /patch\.id: .*expected number, received null/],
  [{...gift, patch: {received_date: 'yesterday'}}, /patch\.received_date: must be a date, YYYY-MM-DD, got "yesterday"/],
  [{...gift, patch: {toString: 'x'}}, /patch\.toString: unknown field/],
  [{...ofGifts, patch: {items: [{id: 'x'}]}}, /patch\.items\[0\]\.id: .*expected number, received string/],
  [{...ofGifts, patch: {items: {}}}, /patch\.items: .*expected array, received object/],
  [{...notFound, patch: {eror: 'x'}}, /patch\.eror: unknown field; did you mean error\?/],
  [{...notFound, patch: {id: 5}}, /patch\.id: unknown field/],
  [{...gift, when: {status: 401}, patch: {description: 'x'}}, /patch\.description: unknown field/],
  [{...gift, when: {status: '4xx'}, patch: {description: 5}}, /patch\.description: .*expected string/],
  [{...gift, when: {status: 418}, patch: {error: 'x'}}, /when\.status: must be one of 200, 400, .*, got 418/],
  [{...gift, operation: '*', patch: {note: 'x'}}, /patch\.note: unknown field/],
];

test('a patch that violates the schema is rejected at its path, unless beyond_schema is set', t => {
  for (const [override, message] of forbidden) {
    const {description} = t.throws<ApiError>(() => read(override), undefined, JSON.stringify(override));
    t.regex(description, message);
    t.true(description.endsWith('; "beyond_schema": true allows it'), description);
    t.notThrows(() => read({...override, beyond_schema: true}));
  }
});

test('a patch within the schema is accepted, with null for nullable and optional fields', t => {
  for (const override of [
    {...gift, patch: {note: null, received_amount: 5}},
    {...ofGifts, patch: {next_link: null, total_items: 3, items: []}},
    {...notFound, patch: {error: 'Gone'}},
    {...gift, when: {status: 401}, patch: {error: 'expired'}},
    {...gift, operation: '*', when: {status: '4xx'}, patch: {error: 'x'}},
    {...gift, operation: '*', patch: {api_version: '1.0'}},
    {...gift, operation: 'createGift', patch: {}},
  ]) {
    t.notThrows(() => read(override), JSON.stringify(override));
  }
});

test('faults are armed by one override, but not by an empty list', t => {
  const faults = new FaultRules(operations);
  faults.overrides.add(readOverrides([], operations), null);
  t.false(faults.isArmed);
  faults.overrides.add(read({...gift, patch: {note: 'x'}}), null);
  t.true(faults.isArmed);
});
