import test from 'ava';
import {operations} from '../../../src/resources/index.js';
import {verdictOf} from '../../../src/sandbox/lost-answers-calls.js';
import {type LostAnswerOptions, RefusedCheck} from '../../../src/sandbox/lost-answers-check.js';
import {startSandbox} from '../../../src/sandbox/start-sandbox.js';

interface Reply {
  readonly status: number;
  readonly body: {readonly id: number; readonly total_items: number};
}

type Send = (operation: string, path: object, body?: object, query?: object) => Promise<Reply>;

/** What a command does with the sandbox. @returns its exit code */
type Client = (send: Send) => Promise<number | undefined>;

async function check(client: Client, options: LostAnswerOptions = {}) {
  const sandbox = await startSandbox({constituents: 2, assume: {required_fields: 'observed'}});
  try {
    return await sandbox.checkLostAnswers(({url, key}) => client(senderTo(url, key)), {jobs: 2, ...options});
  } finally {
    await sandbox.close();
  }
}

const senderTo =
  (url: string, key: string): Send =>
  async (id, path, body, query = {}) => {
    const {method, path: template} = operations.find(one => one.id === id)!;
    const values = path as Readonly<Record<string, unknown>>;
    const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
    const search = new URLSearchParams(query as Record<string, string>);
    const response = await fetch(`${url}${filled}?${search}`, {
      method,
      headers: {authorization: `Bearer ${key}`, 'content-type': 'application/json'},
      ...(body && {body: JSON.stringify(body)}),
    });
    return {status: response.status, body: (await response.json()) as Reply['body']};
  };

const verdicts = async (client: Client) =>
  (await check(client)).cases.map(({call, verdict}) => `${call.operation} ${verdict}`);

const person = {first_name: 'Ivo', last_name: 'Marsh'};
const gift = {gift_type_id: 1, received_amount: 50, external_id: 'order-7'};

/** Tries again whatever it was that failed. */
const retrying =
  (send: Send): Send =>
  async (...call) => {
    try {
      return await send(...call);
    } catch {
      return send(...call);
    }
  };

test('a client that only sends again writes twice', async t => {
  t.deepEqual(
    await verdicts(async send => {
      const {body} = await retrying(send)('createConstituent', {}, person);
      await retrying(send)('createGiftOfConstituent', {constituent_id: body.id}, {...gift, external_id: null});
      await retrying(send)('updateConstituent', {id: body.id}, {nick_name: 'I'});
      return 0;
    }),
    ['createConstituent duplicated', 'createGiftOfConstituent duplicated', 'updateConstituent healed'],
  );
});

test('a client that looks before it sends again heals; one that gives up with an error reports', async t => {
  const careful: Client = async send => {
    const {body} = await send('createConstituent', {}, person);
    const has = async () => {
      const query = {'q[]': 'external_gift_ids=order-7'};
      return (await send('searchGifts', {}, undefined, query)).body.total_items > 0;
    };
    try {
      await send('createGiftOfConstituent', {constituent_id: body.id}, gift);
    } catch {
      if (!(await has())) {
        await send('createGiftOfConstituent', {constituent_id: body.id}, gift);
      }
    }
    return 0;
  };
  t.deepEqual(await verdicts(careful), ['createConstituent reported', 'createGiftOfConstituent healed']);
});

test('a client that passes over an error loses what came behind it', async t => {
  t.deepEqual(
    await verdicts(async send => {
      try {
        const {body} = await send('createConstituent', {}, person);
        await send('createGiftOfConstituent', {constituent_id: body.id}, gift);
      } catch {}
      return 0;
    }),
    ['createConstituent lost', 'createGiftOfConstituent healed'],
  );
});

test('a client that makes up for it with another value corrupts', async t => {
  const client: Client = async send => {
    try {
      await send('updateConstituent', {id: 959400}, {nick_name: 'Countess'});
    } catch {
      await send('updateConstituent', {id: 959400}, {nick_name: 'unknown'});
    }
    return 0;
  };
  t.deepEqual(await verdicts(client), ['updateConstituent corrupt']);
});

test('a client that does not end in time hangs', t => {
  t.is(verdictOf({}, {duplicated: [], lost: [], corrupt: []}, true), 'hung');
});

test('each case begins with the same state, and the call that does most harm comes first', async t => {
  const started: string[] = [];
  const {cases, skipped} = await check(
    async send => {
      const {body} = await send('listGroups', {}, undefined, {limit: '1'});
      started.push(String(body.total_items));
      await send('updateConstituent', {id: 959400}, {nick_name: 'Countess'});
      await send('createGroup', {}, {name: 'Choir'});
      return 0;
    },
    {jobs: 1, budget: 0},
  );
  t.is(new Set(started).size, 1);
  t.deepEqual(cases, []);
  t.deepEqual(
    skipped.map(({operation}) => operation),
    ['updateConstituent', 'createGroup'],
  );
});

test('what is known to heal is not tried again', async t => {
  let runs = 0;
  const {cases} = await check(
    async send => {
      runs += 1;
      await send('createGroup', {}, {name: 'Choir'});
      return 0;
    },
    {known: () => 'healed'},
  );
  t.is(runs, 2);
  t.deepEqual(
    cases.map(({verdict, isKnown}) => [verdict, isKnown]),
    [['healed', true]],
  );
});

const unfit: ReadonlyArray<readonly [string, Client, RegExp]> = [
  ['fails by itself', async () => 3, /ends with 3; it must succeed first/],
  ['sends nothing', async () => 0, /sent no request with the key in CRM_SANDBOX_KEY/],
  [
    'only reads',
    async send => {
      await send('listGroups', {});
      return 0;
    },
    /changes nothing/,
  ],
  [
    'is refused each time',
    async send => {
      await send('updateConstituent', {id: 1}, {nick_name: 'x'});
      return 0;
    },
    /Every write of the command was refused/,
  ],
  [
    'writes something else each time',
    (() => {
      let count = 0;
      return async (send: Send) => {
        count += 1;
        await send('createGroup', {}, {name: `Choir ${count}`});
        return 0;
      };
    })(),
    /does not write the same twice/,
  ],
];

for (const [what, client, why] of unfit) {
  test(`a check of a command that ${what} is refused: it would show nothing`, async t => {
    const error = await t.throwsAsync(check(client), {instanceOf: RefusedCheck});
    t.regex(error.message, why);
  });
}
