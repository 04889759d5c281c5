import type {Exchange, FullExchange} from '../../exchanges/exchange.js';
import type {Operation} from '../../operations/operation.js';
import {parsedJson} from '../../schema/formats.js';
import {isObject} from '../../schema/items.js';
import {memoizeWeakly} from '../../store/caching.js';
import {kindOfPath} from '../terms.js';
import type {Path} from './json-pointer.js';

type AnyRow = Readonly<Record<string, unknown>> & {readonly id: number};

/** Maximum number of rows to scan: lookup lists are short. */
const maxRows = 2000;

/** The listed records of a kind, in list order; empty if a path segment is not a kind. */
export function rowsOf(state: FullExchange['before'], kind: string): readonly AnyRow[] {
  const collections = state?.records.collections;
  return collections?.has(kind) === true
    ? (collections.get(kind).listed().slice(0, maxRows) as readonly unknown[] as AnyRow[])
    : [];
}

/** The main field of each kind of address. */
export const valueKeys: Readonly<Record<string, string>> = {
  email_addresses: 'address',
  phone_numbers: 'number',
  street_addresses: 'street',
  web_addresses: 'url',
};

export function addressKindAt(operation: Operation, path: Path): string | undefined {
  const kind = path.length === 0 ? kindOfPath(operation) : path.length === 2 ? String(path[0]) : undefined;
  return kind !== undefined && Object.hasOwn(valueKeys, kind) ? kind : undefined;
}

export const valueKeyOf = (operation: Operation, path: Path): string | undefined =>
  valueKeys[addressKindAt(operation, path) ?? ''];

type Fields = Readonly<Record<string, unknown>>;

const nothing: Fields = {};

/** The object in the response to a write; empty if it was not JSON. */
export const replyBody = memoizeWeakly(({reply}: Exchange): Fields => fieldsOf(parsedJson(reply)));

/** The id in the response to a write, at its start if possible: parsing would take longer than most rules. */
export function replyId(exchange: Exchange): unknown {
  const id = /^\{(?:"api_version":"1\.0",)?"id":(\d{1,15})[,}]/.exec(exchange.reply ?? '')?.[1];
  return id === undefined ? replyBody(exchange)['id'] : Number(id);
}

export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : nothing);
