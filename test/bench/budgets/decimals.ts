import * as z from 'zod';
import {generateRecords} from '../../../fixtures/index.js';
import {Account} from '../../../src/accounts/account.js';
import {frozenClock} from '../../../src/accounts/clock.js';
import {Caches, noCapacities, usualCapacities} from '../../../src/operations/caches.js';
import {preview} from '../../../src/operations/execute.js';
import type {OperationRequest} from '../../../src/operations/read-request.js';
import {writerOf} from '../../../src/operations/replies/json-writer.js';
import {noRowTexts} from '../../../src/operations/replies/row-texts.js';
import {catalog, operations, schema} from '../../../src/resources/index.js';
import {isAmount} from '../../../src/schema/fields.js';
import {unwrap} from '../../../src/schema/parse-body.js';
import {type Reply, replySchema} from '../../../src/schema/replies.js';
import {settingsOf} from '../../../src/settings.js';
import {median} from '../figures.js';
import type {Budget} from './budget.js';

const rounds = 41;
const repeats = 400;

/** The CPU time of one call, in microseconds. */
function timeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  for (let done = 0; done < repeats; done++) {
    work();
  }
  const {user, system} = process.cpuUsage(before);
  return (user + system) / repeats;
}

/** The time of one thing, of that of the other, in turn. */
const ratioOf = (one: () => unknown, other: () => unknown): number =>
  median(Array.from({length: rounds + 10}, () => timeOf(one) / timeOf(other)).slice(10));

/** An account of its own, asked in process. */
function open(caches: Caches) {
  const clock = frozenClock(Date.UTC(2026, 0, 1));
  const account = new Account('bench', schema, {records: generateRecords(catalog, {constituents: 300}), clock});
  const address = () => 'http://localhost/api/v1/gifts/search';
  const context = {account, caches, settings: settingsOf(), address};
  const byId = new Map(operations.map(operation => [operation.id, operation]));
  return (id: string, request: Partial<OperationRequest> = {}, reply?: Reply) => {
    const operation = byId.get(id)!;
    return preview(reply ? {...operation, reply} : operation, {path: {}, query: {}, ...request}, context);
  };
}

/** What answers the same with next to nothing written: one value, because writers are composed once for each. */
const nothing: Reply = {kind: 'result'};

/** A page of gifts as it is served, of the same by what any server does: an object that is there is made into JSON. */
function ofPlain(caches: Caches): number {
  const ask = open(caches);
  const page = () => ask('searchGifts');
  const handled = () => ask('searchGifts', {}, nothing);
  const object = JSON.parse(page());
  return ratioOf(
    () => [handled(), Buffer.from(JSON.stringify(object))],
    () => Buffer.from(page()),
  );
}

/** A reply with its amounts as plain numbers. */
function withoutAmounts(schema: z.ZodType): z.ZodType {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodArray) {
    return z.array(withoutAmounts(bare.element as z.ZodType));
  }
  if (bare instanceof z.ZodObject) {
    const fields = Object.entries(bare.shape) as ReadonlyArray<[string, z.ZodType]>;
    return z.object(Object.fromEntries(fields.map(([name, field]) => [name, withoutAmounts(field)])));
  }
  return isAmount(bare) ? z.number() : schema;
}

/** A page of gifts by the writer of replies, of the same by it where no amount is written with a decimal. */
function ofSameWriter(): number {
  const {reply} = operations.find(({id}) => id === 'searchGifts')!;
  const schema = replySchema(reply);
  const page: unknown = JSON.parse(open(new Caches())('searchGifts'));
  const [usual, plain] = [writerOf(schema), writerOf(withoutAmounts(schema))];
  return ratioOf(
    () => Buffer.from(plain(page, noRowTexts) as string),
    () => Buffer.from(usual(page, noRowTexts) as string),
  );
}

/** A write to one of 25 constituents, and the page of them: without row texts, of the same with them. */
function behindWrites(): number {
  const [without, usual] = [{...usualCapacities, rowTexts: 0}, usualCapacities].map(capacities => {
    const caches = new Caches(capacities);
    const ask = open(caches);
    const {items} = JSON.parse(ask('listConstituents')) as {readonly items: ReadonlyArray<{readonly id: number}>};
    let written = 0;
    return () => {
      written += 1;
      const path = {id: String(items[written % items.length]!.id)};
      ask('updateConstituent', {path, body: {nick_name: `name ${written}`}});
      return Buffer.from(ask('listConstituents'));
    };
  });
  return ratioOf(without!, usual!);
}

/** What the text of a reply takes, in process and in turn: the bytes that are sent. */
export const decimals: Budget = {
  name: 'decimals',
  measure: async () => [
    {
      label: 'a page of 25 gifts, of the same without decimals',
      measured: {median: ofPlain(new Caches())},
      target: {atLeast: 0.95},
    },
    {
      label: 'a page of 25 gifts written anew, of the same by the same writer without decimals',
      measured: {median: ofSameWriter()},
      target: {atLeast: 0.95},
    },
    {
      label: 'a page of 25 gifts that nobody asked for before, of JSON.stringify of the same',
      measured: {median: ofPlain(new Caches(noCapacities))},
      target: {atLeast: 0.6},
    },
    {
      label: 'a page of 25 behind a write, of the same written anew',
      measured: {median: behindWrites()},
      target: {atLeast: 1.2},
    },
  ],
};
