import {setTimeout} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {Random} from '../../fixtures/random.js';
import type {Account} from '../../src/accounts/account.js';
import type {AccountState} from '../../src/accounts/account-state.js';
import {moment, setTo, timestamp} from '../../src/accounts/clock.js';
import {ApiError} from '../../src/errors.js';
import {Transaction} from '../../src/store/transaction.js';
import {adding, contentsOf, nothing, open, schema} from './notes.js';
import {someTime, UnsteadyLog} from './unsteady-log.js';

type Kind = 'write' | 'failing write' | 'reset' | 'seed' | 'new baseline' | 'clock';

/** A change to an account, and its outcome. */
interface Piece {
  readonly number: number;
  readonly kind: Kind;
  /** The id of the note that it wrote. */
  id?: unknown;
  acknowledged: boolean;
}

const hour = 3_600_000;

class Refusal extends Error {}

function doPiece(account: Account, {number, kind}: Piece, random: Random): Promise<unknown> {
  const add = adding(`${number}`);
  const seed = async ({records, clock}: AccountState) => {
    await someTime(random);
    const transaction = new Transaction(schema, records, () => timestamp(clock));
    add(transaction);
    return {records: transaction.result(), clock};
  };
  switch (kind) {
    case 'write':
      return account.write(add);
    case 'failing write':
      return account.write(transaction => {
        add(transaction);
        throw new Refusal();
      });
    case 'reset':
      return account.replaceState(() => account.baseline);
    case 'seed':
      return account.replaceState(seed);
    case 'new baseline':
      return account.replaceState(seed, {asBaseline: true});
    case 'clock':
      return account.setClock(clock => setTo(clock, moment(clock) + hour));
  }
}

/** Computes the states of an account after each piece, with plain values. */
function replayed(pieces: readonly Piece[]) {
  let state = contentsOf(nothing);
  let baseline = state;
  const states = [state];
  const forward = (milliseconds: number) =>
    `${new Date(Date.parse(state.now) + milliseconds).toISOString().slice(0, 19)}Z`;
  for (const {kind, number} of pieces) {
    const note = {id: state.nextId, text: `${number}`, at: state.now};
    const more = {notes: [...state.notes, note], nextId: state.nextId + 1};
    if (kind === 'write') {
      state = {...more, now: forward(1000)};
    } else if (kind === 'reset') {
      state = baseline;
    } else if (kind === 'clock') {
      state = {...state, now: forward(hour)};
    } else {
      state = {...more, now: state.now};
      baseline = kind === 'new baseline' ? state : baseline;
    }
    states.push(state);
  }
  return {states, baseline};
}

async function perform(t: ExecutionContext, account: Account, piece: Piece, random: Random, log: UnsteadyLog) {
  try {
    const id = await doPiece(account, piece, random);
    piece.acknowledged = true;
    t.is(account.state, log.settled(account.name).at(-1)!, 'an awaited change must be the latest visible change');
    piece.id = id;
  } catch (error) {
    const expected = piece.kind === 'failing write' ? Refusal : ApiError;
    t.true(error instanceof expected, `${piece.kind}: ${error}`);
  }
}

const kinds = {write: 8, 'failing write': 1, reset: 1, seed: 1, 'new baseline': 0.3, clock: 1};

for (const seed of [1, 2, 3]) {
  test(`only acknowledged changes are applied, in order, when appends fail at random (seed ${seed})`, async t => {
    const random = new Random(seed);
    const log = new UnsteadyLog(random);
    const accounts = ['one', 'two', 'three'].map(name => open(log, name));
    const pieces = new Map(accounts.map(account => [account, [] as Piece[]]));
    const lastRead = new Map(accounts.map(account => [account, 0]));
    const checkReads = () => {
      for (const account of accounts) {
        const index = log.settled(account.name).indexOf(account.state);
        t.true(
          index >= lastRead.get(account)!,
          'a read must return a settled state, and never an older one than before',
        );
        lastRead.set(account, index);
      }
    };
    const performed: Array<Promise<void>> = [];
    for (let number = 0; number < 1000; number++) {
      const account = random.pick(accounts);
      const piece: Piece = {number, kind: random.weighted<Kind>(kinds), acknowledged: false};
      pieces.get(account)!.push(piece);
      performed.push(perform(t, account, piece, random, log).then(checkReads));
      checkReads();
      if (random.chance(0.3)) {
        await someTime(random);
      }
    }
    await Promise.all(performed);
    checkReads();
    t.deepEqual(log.complaints, []);
    for (const account of accounts) {
      const acknowledged = pieces.get(account)!.filter(piece => piece.acknowledged);
      const {states, baseline} = replayed(acknowledged);
      t.true(acknowledged.length > 150 && acknowledged.length < pieces.get(account)!.length - 50);
      t.deepEqual(log.settled(account.name).map(contentsOf), states);
      t.deepEqual(contentsOf(account.state), states.at(-1));
      t.deepEqual(contentsOf(account.baseline), baseline);
      const written = acknowledged.flatMap(({kind, id}, index) =>
        kind === 'write' ? [[id, states[index]!.nextId]] : [],
      );
      t.true(
        written.every(([id, expected]) => id === expected),
        'a rejected write must not take an id',
      );
      const replaced = acknowledged.filter(({kind}) => kind !== 'write' && kind !== 'clock');
      t.is(account.generation, 1 + replaced.length);
    }
  });
}

for (const [name, log] of [
  ['without a log', undefined],
  ['with a log that appends at once', {append: async () => undefined}],
] as const) {
  test(`changes are applied in order ${name}`, async t => {
    const account = open(log);
    const id = account.write(adding('one'));
    const clock = account.setClock(clock => setTo(clock, moment(clock) + hour));
    t.is(await id, 1);
    await clock;
    t.deepEqual(contentsOf(account.state).now, '2026-01-01T01:00:01Z');
    await account.replaceState(account.baseline);
    t.is(account.state.records, nothing.records);
    t.is(account.generation, 2);
  });
}

test('an ApiError of the change log is passed on, and any other error becomes a 503 with its message', async t => {
  const full = new ApiError(507, 'Insufficient Storage', 'The disk is full');
  const away = new Error('The database is away');
  for (const thrown of [full, away]) {
    const logs = [
      async () => {
        throw thrown;
      },
      async () => {
        await setTimeout(1);
        throw thrown;
      },
    ];
    for (const append of logs) {
      const account = open({append});
      const error = await t.throwsAsync(async () => account.write(adding('one')), {instanceOf: ApiError});
      if (thrown === full) {
        t.is(error, full);
      } else {
        t.deepEqual([error?.status, error?.cause], [503, away]);
        t.is(error?.message, 'Nothing was changed: the change log failed (The database is away)');
      }
      await t.throwsAsync(async () => account.replaceState(nothing), {instanceOf: ApiError});
      await t.throwsAsync(async () => account.setClock(nothing.clock), {instanceOf: ApiError});
      t.is(account.state, nothing);
      t.is(account.generation, 1);
    }
  }
});

test('a write without changes is not appended to the log, and waits for earlier writes', async t => {
  const order: string[] = [];
  const account = open({
    append: async () => {
      await setTimeout(5);
      order.push('appended');
    },
  });
  const first = account.write(adding('one'));
  const second = account.write(transaction => {
    order.push('looked');
    return transaction.rows('notes').size;
  });
  t.is(await second, 1);
  t.is(await first, 1);
  t.deepEqual(order, ['appended', 'looked']);
});
