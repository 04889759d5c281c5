import * as z from 'zod';
import {isAmount} from '../schema/fields.js';
import {unwrap} from '../schema/parse-body.js';
import {apiVersion, type Reply, replySchema, result} from '../schema/replies.js';
import {memoizeWeakly} from '../store/caching.js';
import type {Transaction} from '../store/transaction.js';
import type {ResultPage} from './operation.js';
import type {Paging} from './page.js';

/** Computes a field that is not stored in the row. */
type Compute<R, C> = (row: R, context: C) => unknown;

/**
 * Builds the `present` of a kind: an object with every field of the schema, in its order. `computed` fields come from
 * the row and the context: the transaction, or a value that the caller passes instead.
 */
export function presenterOf<R extends object>(output: z.ZodObject): (row: R) => object;
export function presenterOf<R extends object, C = Transaction>(
  output: z.ZodObject,
  computed: Readonly<Record<string, Compute<R, C>>>,
): (row: R, context: C) => object;
export function presenterOf<R extends object, C>(
  output: z.ZodObject,
  computed: Readonly<Record<string, Compute<R, C>>> = {},
): (row: R, context: C) => object {
  let blank: Readonly<Record<string, unknown>> | undefined;
  return (row, context) => {
    blank ??= Object.fromEntries(Object.keys(output.shape).map(name => [name, undefined])); // on first use
    const shown = {...blank}; // V8 turns an object filled name by name into a hash table, ten times as slow
    for (const name of Object.keys(blank)) {
      const compute = computed[name];
      shown[name] = compute === undefined ? (row as Readonly<Record<string, unknown>>)[name] : compute(row, context);
    }
    return shown;
  };
}

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The parameters of `next_link`, in alphabetical order. Observed: `expand` and unknown parameters are dropped. */
const parameters = ['gift_type_id', 'item_type', 'limit', 'mailing_type_id', 'offset', 'q', 'q[]', 'sort'];

/** A query as sent: repeated parameters have several values. */
export type SentQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** @param address as requested, without its query */
export function nextLink(address: string, query: SentQuery, limit: number, offset: number): string {
  const sent: SentQuery = {...query, limit: `${limit}`, offset: `${offset}`};
  const valuesOf = (name: string) => [sent[name] ?? []].flat();
  const written = parameters.flatMap(name => valuesOf(name).map(value => `${encode(name)}=${encode(value)}`));
  return `${address}?${written.join('&')}`;
}

/** The result of a handler, with the parts of the request that the response depends on. */
export interface HandlerResult {
  readonly returned: ResultPage | object | undefined;
  readonly query: Readonly<Record<string, unknown>>;
  /** The address of the page at an offset. */
  linkTo(offset: number): string;
}

/** Characters sent as one text with its length; a longer response is written while it is sent. */
const longestPage = 1024 * 1024;
const longestRecord = 4 * 1024 * 1024;

const deleted = JSON.stringify(result);

/** The start of a record's text: adding a field to the object would take as long as writing it. */
const version = `{"api_version":${JSON.stringify(apiVersion)},`;

/** Converts the result of a handler to JSON. */
export function replyText(reply: Reply, {returned, query, linkTo}: HandlerResult): string | LongReply {
  switch (reply.kind) {
    case 'page': {
      const itemType = [reply.itemType].flat()[0]!;
      const page = envelope(returned as ResultPage, itemType, query as unknown as Paging, linkTo);
      return new LongReply(page, amountsIn(reply)).upTo(longestPage);
    }
    case 'object':
      return new LongReply(returned!, amountsIn(reply), version).upTo(longestRecord);
    case 'result':
      return deleted;
  }
}

/** Contract: "List page envelope"; `next_item` and `next_link` are absent, not null, on the last page. */
function envelope(
  {items, total, itemType}: ResultPage,
  defaultItemType: string,
  {limit, offset}: Paging,
  linkTo: (offset: number) => string,
) {
  const next = offset + items.length;
  const hasNext = items.length > 0 && next < total;
  return {
    api_version: apiVersion,
    items_count: items.length,
    total_items: total,
    limit,
    offset,
    next_item: hasNext ? next : undefined,
    next_link: hasNext ? linkTo(next) : undefined,
    item_type: itemType ?? defaultItemType,
    items,
  };
}

/**
 * A response as JSON. A page of 500 entries or the lists of one record can exceed the longest string in JavaScript, so
 * long lists are written in pieces. It is written from one state of an account, so it does not matter when.
 */
export class LongReply {
  /**
   * @param amounts matches amounts without a decimal
   * @param start precedes the first field of the value
   */
  constructor(
    private readonly value: object,
    private readonly amounts: RegExp | null,
    private readonly start = '{',
  ) {}

  *pieces(): Generator<string, void> {
    let start = this.start;
    for (const piece of isLong(this.value) ? piecesOf(this.value) : [JSON.stringify(this.value)]) {
      const text = this.amounts === null ? piece : piece.replace(this.amounts, '$&.0');
      yield start === '' ? text : start + text.slice(1);
      start = '';
    }
  }

  /** The same response with another value. */
  map(change: (value: object) => object): LongReply {
    const whole = this.start === version ? {api_version: apiVersion, ...this.value} : this.value;
    return new LongReply(change(whole), this.amounts);
  }

  /** The whole text if it fits, otherwise this response. */
  upTo(maxLength: number): string | this {
    let text = '';
    for (const piece of this.pieces()) {
      if (text.length + piece.length > maxLength) {
        return this;
      }
      text += piece;
    }
    return text;
  }

  /** A response for each entry of a page: if all of them match a schema, the whole page does. */
  *parts(): Generator<string, void> {
    const {items} = this.value as Partial<ResultPage>;
    for (const changed of items?.map(item => ({items: [item]})) ?? [{}]) {
      yield `${new LongReply({...this.value, ...changed}, this.amounts, this.start)}`;
    }
  }

  /** The whole text; only for responses that fit into one string. */
  toString(): string {
    return Array.from(this.pieces()).join('');
  }
}

/**
 * Observed: the service writes amounts with a decimal, `100.0`, which JSON.stringify never does. This matches those
 * without one, by field name; quotation marks inside texts are escaped, so texts never match.
 */
export const amountsIn = memoizeWeakly((reply: Reply): RegExp | null => {
  const names = [...new Set(amountNames(replySchema(reply)))];
  return names.length === 0 ? null : new RegExp(`"(?:${names.join('|')})":-?\\d+(?![\\d.e])`, 'g');
});

function amountNames(schema: z.ZodType): string[] {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodArray) {
    return amountNames(bare.element as z.ZodType);
  }
  const fields = bare instanceof z.ZodObject ? Object.entries(bare.shape as Record<string, z.ZodType>) : [];
  return fields.flatMap(([name, field]) => (isAmount(unwrap(field)) ? [name] : amountNames(field)));
}

/** Longer lists are written entry by entry. */
const shortList = 25;

function isLong(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.length > shortList || value.some(isLong);
  }
  for (const name in value) {
    if (isLong(value[name as keyof typeof value])) {
      return true;
    }
  }
  return false;
}

/** @param start precedes the value */
function* piecesOf(value: unknown, start = ''): Generator<string, void> {
  if (!isLong(value)) {
    yield start + JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = start + (isList ? '[' : '{');
  for (const [name, part] of Object.entries(value as object)) {
    if (part !== undefined) {
      yield* piecesOf(part, isList ? before : `${before}${JSON.stringify(name)}:`);
      before = ',';
    }
  }
  yield isList ? ']' : '}';
}
