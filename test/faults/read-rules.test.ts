import test from 'ava';
import {ApiError} from '../../src/errors.js';
import type {MatchableRequest} from '../../src/exchanges/matcher.js';
import {readRules, rulesOfScenarios} from '../../src/faults/rules/read-rules.js';
import {scenarioNames, scenarios} from '../../src/faults/scenarios.js';
import {operations} from '../../src/resources/index.js';

const read = (rule: unknown) => readRules([rule], operations)[0]!;

test('a rule is read with its operation id, its kind, and when it is applied', t => {
  t.like(read({operation: 'createGift', fault: {lost: true}}), {
    operation: 'createGiftOfConstituent',
    kind: 'reset',
    when: 'after-commit',
    fault: {reset: true},
  });
  t.like(read({fault: {status: 503}}), {operation: '*', kind: 'status', when: 'before'});
  t.like(read({fault: {dribble: {chunk: 1, pause: 1}}}), {when: 'after-commit'});
  t.like(read('showGift:500@after-commit'), {operation: 'showGift', kind: 'status', when: 'after-commit'});
});

const refused: ReadonlyArray<readonly [rule: unknown, description: string]> = [
  [7, 'rules[0]: must be a rule such as {"fault": {"status": 503}} or "*:503", got 7'],
  [{}, 'rules[0].fault: is required'],
  [
    {operation: 'createGitf', fault: {reset: true}},
    'rules[0].operation: there is no "createGitf"; did you mean createGift?',
  ],
  [{oparation: '*', fault: {reset: true}}, 'rules[0].oparation: unknown field; did you mean operation?'],
  [{fault: {rest: true}}, 'rules[0].fault.rest: unknown field; did you mean reset?'],
  [{fault: {reset: true, hold: true}}, 'rules[0].fault: holds reset and hold; give one of them'],
  [{fault: {reset: false}}, 'rules[0].fault.reset: must be true, got false'],
  [{fault: {status: 200}}, 'rules[0].fault.status: must be an integer from 400 to 599, got 200'],
  [{fault: {reset: true, retry_after: 5}}, 'rules[0].fault.retry_after: is for status, which is not given'],
  [
    {fault: {delay: {fixed: 300_001}}},
    'rules[0].fault.delay.fixed: must be a number from 0 to 300000 milliseconds, got 300001',
  ],
  [
    {fault: {delay: {fixed: 1, uniform: {min: 1, max: 2}}}},
    'rules[0].fault.delay: must hold one of fixed, uniform, lognormal',
  ],
  [{fault: {delay: {uniform: {min: 3, max: 2}}}}, 'rules[0].fault.delay.uniform: min must be max or less, got 3 and 2'],
  [
    {fault: {delay: {lognormal: {median: 5, p90: 6}}}},
    'rules[0].fault.delay.lognormal.p99: is required; rules[0].fault.delay.lognormal.p90: unknown field; did you mean p99?',
  ],
  [{fault: {truncate: {}}}, 'rules[0].fault.truncate: must hold one of bytes, fraction'],
  [{nth: 0, fault: {reset: true}}, 'rules[0].nth: must be an integer from 1 to 1000000, got 0'],
  [{nth: 1, every: 2, fault: {reset: true}}, 'rules[0].every: cannot stand beside nth; give one of nth, every'],
  [{seed: 1, fault: {reset: true}}, 'rules[0].seed: is for probability, which is not given'],
  [{probability: 1.5, fault: {reset: true}}, 'rules[0].probability: must be a number from 0 to 1, got 1.5'],
  [{when: 'after', fault: {reset: true}}, 'rules[0].when: must be one of before, after-commit, got "after"'],
  [
    {when: 'before', fault: {lost: true}},
    'rules[0].when: must be after-commit or left out with lost; reset is the same before',
  ],
  [
    {when: 'before', fault: {dribble: {chunk: 1, pause: 1}}},
    'rules[0].when: must be left out with dribble and stale_read, which answer what the service answers',
  ],
  [
    {operation: 'createGift', fault: {stale_read: {requests: 1}}},
    'rules[0].fault.stale_read: is for reads, and createGiftOfConstituent is a POST',
  ],
  [{match: {boby: {}}, fault: {reset: true}}, 'rules[0].match.boby: unknown field; did you mean body?'],
  [
    {operation: 'createGroup', match: {body: {nmae: 'x'}}, fault: {reset: true}},
    'rules[0].match.body.nmae: unknown field; did you mean name?',
  ],
  [
    {id: 'a b', fault: {reset: true}},
    'rules[0].id: must be made of letters, digits, ., _ and -, 64 at most, got "a b"',
  ],
  [{ttl: 0, fault: {reset: true}}, 'rules[0].ttl: must be an integer from 1 to 604800000 milliseconds, got 0'],
  ['*:rest', 'rules[0]: "*:rest", character 3: there is no fault "rest"; did you mean reset?'],
];

test('an invalid rule is rejected with 400, its position and the nearest name', t => {
  for (const [rule, description] of refused) {
    const error = t.throws(() => read(rule), {instanceOf: ApiError}, description);
    t.is(error.status, 400, description);
    t.is(error.description, description);
  }
});

test('the errors of all rules are reported together, and more than 64 rules are rejected', t => {
  const error = t.throws(() => readRules(['*:rest', '*:503', {}], operations), {instanceOf: ApiError});
  t.regex(error.description, /^rules\[0\]: .*; rules\[2\]\.fault: is required$/);
  t.is(
    readRules(
      Array.from({length: 64}, () => '*:503'),
      operations,
    ).length,
    64,
  );
  t.throws(
    () =>
      readRules(
        Array.from({length: 65}, () => '*:503'),
        operations,
      ),
    {message: /64 rules at most, got 65/},
  );
  t.throws(() => readRules({}, operations), {message: 'rules: must be an array, got an object'});
});

const request = (id: string, more: Partial<MatchableRequest> = {}): MatchableRequest => {
  const operation = operations.find(one => one.id === id)!;
  return {operation, method: operation.method, url: '/api/v1/x', query: {}, client: {}, ...more};
};

test('a rule matches by operation, method, path, query, body and caller', t => {
  t.true(read('*:503').matches(request('showGift')));
  t.true(read('showGift:503').matches(request('showGift')));
  t.false(read('showGift:503').matches(request('updateGift')));
  t.false(read('*:stale_read=1').matches(request('createGroup')));
  const match = (wanted: object, more: Partial<MatchableRequest>) =>
    read({match: wanted, fault: {reset: true}}).matches(request('createGroup', more));
  t.true(match({method: 'POST'}, {}));
  t.false(match({method: 'GET'}, {}));
  t.true(match({path: '/api/v1/gifts/{id}'}, {url: '/api/v1/gifts/7?limit=1'}));
  t.false(match({path: '/api/v1/gifts/{id}'}, {url: '/api/v1/gifts'}));
  t.true(match({query: {limit: 5}}, {query: {limit: '5', page: '1'}}));
  t.false(match({query: {limit: 5}}, {query: {}}));
  t.true(match({body: {name: 'Choir'}}, {body: {name: 'Choir', ordinal: 3}}));
  t.false(match({body: {name: 'Choir'}}, {body: {name: 'Band'}}));
  t.true(match({caller: 'src/sync.ts'}, {client: {caller: 'src/sync.ts:42'}}));
  t.false(match({caller: 'src/sync.ts:41'}, {client: {caller: 'src/sync.ts:42'}}));
});

test('every scenario can be read, and an unknown one is rejected with the nearest name', t => {
  t.deepEqual(scenarioNames, ['lost-gift', 'flaky-1-in-20', 'outage-5m', 'throttle-hard', 'slow-tail', 'deploy-502']);
  for (const name of scenarioNames) {
    t.true(readRules(rulesOfScenarios(name), operations).length > 0, name);
  }
  t.deepEqual(rulesOfScenarios(['lost-gift', 'slow-tail']), [
    ...scenarios['lost-gift'].rules,
    ...scenarios['slow-tail'].rules,
  ]);
  t.throws(() => rulesOfScenarios('lost-gfit'), {
    message: 'scenario: there is no "lost-gfit"; did you mean lost-gift?',
  });
});
