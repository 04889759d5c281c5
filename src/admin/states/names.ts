import {parameterError} from '../../errors.js';
import {limits} from '../../limits.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Found} from '../../operations/kinds/context.js';
import {singular, words} from '../../operations/names.js';
import {quote} from '../../schema/fields.js';
import type {Transaction} from '../../store/transaction.js';
import {adminOperation} from '../admin-operation.js';
import {accountAsOf} from './find-state.js';

const recordForm = /^([a-z_]{1,60})\/([1-9]\d{0,14})$/;

/** Longer names are truncated: a text in a record may have 65,536 characters. */
const nameLength = 200;

/** The display name of a record; undefined if the record is missing or has no name. */
function nameIn(transaction: Transaction, catalog: Catalog, kind: string, id: number | null): string | undefined {
  const row = transaction.rows(kind).get(id ?? 0) as Found | undefined;
  const nameOf = (to: string, id: number | null) =>
    nameIn(transaction, catalog, to, id) ?? `${id === null ? 'no ' : ''}${words(singular(to))} ${id ?? ''}`.trim();
  const name = row && (catalog.byName.get(kind)?.title?.(row, nameOf) ?? row.name ?? row.display_name);
  return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, nameLength) : undefined;
}

export const nameRecords = adminOperation({
  id: 'nameRecords',
  method: 'GET',
  path: '/_sandbox/names',
  summary: 'Get the names of records; the name of a gift is `$250.00 from Ada Lovelace, 24 Dec 2025`',
  query: ['records', 'as_of'],
  handle: ({account, catalog, journal, query: {records = '', as_of: asOf}}) => {
    const wanted = records.split(',');
    if (wanted.length > limits.namedRecords) {
      throw parameterError(`records: must be ${limits.namedRecords} records at most, got ${wanted.length}`);
    }
    const transaction = accountAsOf(account, journal, asOf, 'as_of').begin();
    const nameOf = (record: string) => {
      const [, kind = '', id] = recordForm.exec(record) ?? [];
      if (catalog.byName.get(kind)?.output === undefined) {
        throw parameterError(`records: must be kinds and ids, such as gifts/894505,funds/2395, got ${quote(record)}`);
      }
      return nameIn(transaction, catalog, kind, Number(id));
    };
    const named = wanted.map(record => [record, nameOf(record)] as const);
    return {names: Object.fromEntries(named.filter(([, name]) => name !== undefined)) as Record<string, string>};
  },
});
