import type {IdFields} from '../../operations/kinds/importer.js';
import type {Kind} from '../../operations/kinds/kind.js';

/** Flattens nested id fields to dotted paths: `custom_fields.values.id`. */
const flat = (fields: IdFields, before = ''): Array<[string, string]> =>
  Object.entries(fields).flatMap(([field, to]) =>
    typeof to === 'string' ? [[`${before}${field}`, to] as [string, string]] : flat(to, `${before}${field}.`),
  );

/**
 * Maps id fields to the kinds that they refer to, `{fund_id: 'funds'}`, so that a page can link to the record.
 * @param fields the fields of a response
 */
export function referencesOf(kind: Kind, fields: readonly string[]): Readonly<Record<string, string>> {
  const {parents = {}, references = [], importer: {ids = {}, nested = []} = {}} = kind;
  const all = [
    ...Object.entries(parents as Record<string, string>),
    ...references.map(({id, to}): [string, string] => [id, to]),
    ...flat(ids),
    ...nested.map(({array, to}): [string, string] => [`${array}.id`, to]),
  ];
  return Object.fromEntries(all.filter(([way]) => fields.includes(way.split('.', 1)[0]!)));
}
