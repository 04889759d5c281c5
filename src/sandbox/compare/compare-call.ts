import * as z from 'zod';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Fields} from '../../schema/fields.js';
import {errorSchema, replySchema} from '../../schema/replies.js';
import {type Call, isCreate, kindOfCall} from './call.js';
import {ValueComparison} from './compare-values.js';
import type {Executed} from './comparison-run.js';
import type {ShownRecord, ShownRecords} from './shown-records.js';
import {itemsOf} from './sightings.js';

export type CallComparison = Pick<ValueComparison, 'differences' | 'undetermined'>;

/** The parts of a page that depend on the number of records in the account. */
const ofTotals = ['items_count', 'total_items', 'next_item', 'next_link'];

const totalsOf = (page: Fields): Fields => Object.fromEntries(ofTotals.map(name => [name, page[name]]));

export function compareCall(call: Call, executed: Executed, shown: ShownRecords, catalog: Catalog): CallComparison {
  const {operation, exchange} = call;
  const isAlone = isCreate(call) && kindOfCall(call, catalog).parents === undefined;
  const comparison = new ValueComparison(operation.method === 'PATCH', isAlone);
  const reply = call.reply!;
  if (exchange.status !== executed.status) {
    const known = z.int(); // the contract lists the statuses
    comparison.add('status', exchange.status, executed.status, {path: ['status'], schema: known});
  } else if (executed.status >= 400) {
    compareErrors(reply, executed.body, comparison);
  } else if (operation.reply.kind === 'page') {
    comparePages(call, executed, comparison, {shown, catalog});
  } else {
    const place = {path: [], schema: replySchema(operation.reply)};
    comparison.compareObjects(reply, executed.body, place, isCreate(call) ? ['id'] : []); // a new record has a new id
  }
  return comparison;
}

/** The texts of errors are the only values of their responses. */
function compareErrors(recorded: Fields, sandbox: Fields, comparison: ValueComparison): void {
  const texts = ['error', 'description'];
  const isText = (name: string) => typeof recorded[name] === 'string' && typeof sandbox[name] === 'string';
  const compared = texts.filter(isText);
  comparison.compareObjects(recorded, sandbox, {path: [], schema: errorSchema}, compared);
  for (const name of compared.filter(name => recorded[name] !== sandbox[name])) {
    comparison.add('error text', recorded[name], sandbox[name], {path: [name], schema: errorSchema.shape.error});
  }
}

interface ComparedData {
  readonly shown: ShownRecords;
  readonly catalog: Catalog;
}

/**
 * Compares the recorded items with all that the sandbox finds. Totals, and records that only the sandbox finds, count
 * only if the recorded page is the whole list.
 */
function comparePages(call: Call, executed: Executed, comparison: ValueComparison, data: ComparedData): void {
  const {shown, catalog} = data;
  const recorded = call.reply!;
  const schema = replySchema(call.operation.reply);
  const isDetermined = determinedBy(call, executed, data);
  const there = itemsOf(recorded.items);
  const here = executed.items;
  const place = {path: ['items', null], schema: schema.shape['items'].element as z.ZodType};
  comparison.compareObjects(recorded, executed.body, {path: [], schema}, ['items', ...ofTotals]);
  const isKeyed = there.every(({id}) => id !== undefined) && here.every(({id}) => id !== undefined);
  if (!isKeyed) {
    comparison.compare(there, here, {path: ['items'], schema: schema.shape['items']});
    return;
  }
  const known = comparison.compareById(there, here, place);
  const {pairs} = known;
  const isSorted = pairs.every(([{id}]) => isDetermined(id));
  if (isSorted) {
    comparison.compareOrder(pairs, here, place);
  } else if (pairs.length > 1) {
    comparison.addUndetermined(['items'], 'their order depends on fields that the recording does not show', false);
  }
  const find = ({id}: Fields) => shown.find(kindOfCall(call, catalog).name, Number(id));
  const isNew = (
    item: Fields,
    isRecorded: boolean, // created as a side effect of a write
  ) => (isRecorded ? find(item)?.isCreated === true : find(item) === undefined);
  const {missing, extra} = comparison.compareNew(known, place, isNew);
  for (const item of missing) {
    addItem(item, undefined, isDetermined(item.id));
  }
  const isWhole = (recorded.offset ?? 0) === 0 && recorded.total_items === there.length;
  if (!isWhole) {
    comparison.addUndetermined(['total_items'], 'the recorded page is not the whole list', false);
    return;
  }
  for (const item of extra) {
    addItem(undefined, item, isDetermined(item.id) && !there.some(other => isAlike(other, item)));
  }
  if (here.length === there.length) {
    comparison.compareObjects(totalsOf(recorded), totalsOf(executed.body), {path: [], schema});
  }

  function addItem(one: Fields | undefined, other: Fields | undefined, isKnown: boolean): void {
    if (isKnown) {
      comparison.add(one === undefined ? 'extra item' : 'missing item', one, other, place);
    } else {
      comparison.addUndetermined(place.path, 'the list depends on data that the recording does not show', true);
    }
  }
}

/** True for records that a write created as a side effect, whose recorded ids differ. */
const isAlike = (one: Fields, other: Fields): boolean =>
  JSON.stringify({...one, id: 0}) === JSON.stringify({...other, id: 0});

/** Returns a function that checks if the recording contains enough of a record to determine its place in a list. */
function determinedBy(call: Call, {searched}: Executed, {shown, catalog}: ComparedData): (id: unknown) => boolean {
  const kind = kindOfCall(call, catalog);
  const nested = kind.importer?.nested?.map(({to}) => to) ?? [];
  const isSearchable = searched.every(name => name === kind.name || nested.includes(name));
  const isSearch = call.operation.search !== undefined;
  const searchable = Object.keys((kind.detail ?? kind).output?.shape ?? {});
  const names = isSearch ? searchable : ['id']; // a list needs no other field
  const isWhole = (record: ShownRecord) =>
    record.isCreated ||
    (!record.isStub && names.every(name => record.shown.has(name) || isOptional(kind.output!, name)));
  return id => {
    const record = shown.find(kind.name, Number(id));
    return isSearchable && (record === undefined || isWhole(record)); // without a record, the sandbox created it
  };
}

const isOptional = ({shape}: z.ZodObject, name: string): boolean => shape[name]?.safeParse(undefined).success ?? false;
