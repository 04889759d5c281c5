import {type Fields, integer, quote} from '../schema/fields.js';
import {idIn, isMissing, isName} from './items.js';
import type {Given, LoadedReference, Loading} from './kind.js';

const words = (collection: string) => collection.replaceAll('_', ' ');

/** What a lookup is called: by most in `name`. */
const nameField = ({by = ['name']}: LoadedReference) => by[0]!;

/**
 * Id and name of each record that a record points at. The id wins; the name beside it is kept as it is given, and
 * looked up where it is not. A name alone must name something.
 * @param read the fields of the record that are no references
 */
export function followReferences(given: Given, read: Fields, loading: Loading): Fields {
  const followed: Fields = {};
  for (const reference of given.kind.references) {
    Object.assign(followed, follow(reference, given, read, loading));
  }
  return followed;
}

function follow(reference: LoadedReference, given: Given, read: Fields, loading: Loading): Fields {
  const {id: field, name, also, to, required} = reference;
  const {issues} = given;
  const value = idField(reference, given);
  if (value !== undefined) {
    const id = loading.readId(given.fields[value], to, value, issues);
    return id === undefined ? {} : byId(reference, id, given, read, loading);
  }
  if (given.owner?.field === field) {
    return {[field]: given.owner.given.id};
  }
  const called = nameIn(reference, read);
  if (isName(called)) {
    return byName(reference, called, given, loading);
  }
  if (required) {
    const others = [name, also].filter(other => other !== undefined);
    issues.refuse(field, ['is required', ...others].join(', or '));
    return {};
  }
  return byDefault(reference, loading);
}

/** The field that holds the id, if one does. */
function idField({id, also, unset = null}: LoadedReference, {fields}: Given): string | undefined {
  const field = isMissing(fields[id]) ? also : id;
  if (field === undefined || isMissing(fields[field])) {
    return undefined;
  }
  const isUnset = unset !== null && integer.safeParse(fields[field]).data === unset;
  return isUnset ? undefined : field;
}

const nameIn = ({name, alias}: LoadedReference, fields: Fields) =>
  (name === undefined ? undefined : fields[name]) ?? (alias === undefined ? undefined : fields[alias]);

function byId(reference: LoadedReference, id: number, given: Given, read: Fields, loading: Loading): Fields {
  const {id: field, name, to, keepUnknownId, otherEnd} = reference;
  const {fields, issues} = given;
  const found = loading.look(to, id);
  if (found === undefined && !keepUnknownId) {
    issues.refuse(field, `${id} names nothing: there is no such id among ${words(to)}`);
    return {};
  }
  const around = given.owner?.field === field ? given.owner.given.id : id;
  const other = otherEnd === undefined ? undefined : loading.readId(fields[otherEnd], to, otherEnd, issues);
  if (around !== id && around !== other) {
    issues.refuse(field, `must be ${around}, the record that this one stands in, got ${id}`);
  }
  if (name === undefined) {
    return {[field]: id};
  }
  const said = name in read ? read[name] : nameIn(reference, read);
  return {[field]: id, [name]: said === undefined ? (found?.[nameField(reference)] ?? null) : said};
}

function byName(reference: LoadedReference, called: string, given: Given, loading: Loading): Fields {
  const {id: field, name, to, by = ['name']} = reference;
  const id = loading.find(to, fields => by.some(field => fields[field] === called));
  if (id === undefined) {
    given.issues.refuse(name!, `${quote(called)} names nothing: there is no such name among ${words(to)}`);
    return {};
  }
  return {[field]: id, [name!]: called};
}

function byDefault(reference: LoadedReference, {transaction}: Loading): Fields {
  const {id: field, name, to, default: wanted} = reference;
  if (wanted === undefined) {
    return {};
  }
  const rows = transaction.rows(to);
  const row = (wanted === 'first' ? rows.listed().first() : rows.get(wanted)) as Fields | undefined;
  return row === undefined ? {} : {[field]: row.id, ...(name !== undefined && {[name]: row[nameField(reference)]})};
}

/** Adds the records that are pointed at by an id that nothing has, with a name beside it that says what to make. */
export function implyReferences({kind, fields, issues}: Given, loading: Loading): void {
  for (const reference of kind.references) {
    const id = idIn(fields[reference.id]);
    const called = nameIn(reference, fields);
    if (id !== undefined && isName(called) && loading.look(reference.to, id) === undefined) {
      const more = kind.mentions?.(reference.to, fields);
      loading.add(reference.to, {...more, id, [nameField(reference)]: called}, issues);
    }
  }
}
