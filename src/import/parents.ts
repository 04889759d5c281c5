import type {IdFields, Kind} from '../operations/kinds/kind.js';
import type {Reference} from '../operations/kinds/references.js';
import {singular} from '../operations/names.js';
import {type Fields, idIn, quote} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import {isMissing, isObject} from '../schema/items.js';
import {memoizeWeakly} from '../store/caching.js';
import type {BatchRecord} from './import-batch.js';

type Named = ReadonlyMap<string, BatchRecord>;

/** Replaces local names with ids: `$smith` is the id of the record with `"$id": "smith"`. */
export function replaceLocalNames(fields: Fields, idFields: IdFields, named: Named, issues: Issues): Fields {
  const replaced = {...fields};
  for (const [field, to] of Object.entries(idFields)) {
    const value = fields[field];
    if (typeof to === 'string') {
      if (typeof value === 'string' && value.startsWith('$')) {
        replaced[field] = idOf(value, to, field, named, issues);
      }
    } else if (Array.isArray(value)) {
      const at = issues.at(field);
      replaced[field] = value.map((item, index) =>
        isObject(item) ? replaceLocalNames(item, to, named, at.at(index)) : item,
      );
    }
  }
  return replaced;
}

function idOf(written: string, to: string, field: string, named: Named, issues: Issues): number | undefined {
  const record = named.get(written.slice(1));
  if (record === undefined) {
    issues.refuse(field, `there is no record here with "$id" ${quote(written.slice(1))}`, 'unknown-name');
  } else if (record.kind.name !== to) {
    issues.refuse(field, `must be one of ${to}; ${quote(written)} is one of ${record.kind.name}`);
  } else {
    return record.id;
  }
  return undefined;
}

const parentsOf = ({parents = {}}: Kind) => Object.entries(parents) as ReadonlyArray<[field: string, to: string]>;

/** The usual name of a parent's id if this kind's differs: the `item_id` of an address is a `constituent_id`. */
const aliasOf = ({parents = {}}: Kind, field: string, to: string) =>
  field === `${singular(to)}_id` || `${singular(to)}_id` in parents ? undefined : `${singular(to)}_id`;

/** The references of a kind: those that its operations look up, and its parents, which are in their paths. */
export const referencesOf = memoizeWeakly((kind: Kind): readonly Reference[] => {
  const own = kind.references ?? [];
  const others = parentsOf(kind).filter(([field]) => own.every(({id}) => id !== field));
  return [...own, ...others.map(([id, to]) => ({id, to}))];
});

/** The id fields of a kind, which may contain a local name. */
export const idFieldsOf = memoizeWeakly((kind: Kind): IdFields => {
  const aliases = parentsOf(kind).map(([field, to]) => [aliasOf(kind, field, to) ?? field, to] as const);
  return {
    ...Object.fromEntries([...referencesOf(kind).map(({id, to}) => [id, to] as const), ...aliases]),
    ...kind.importer?.ids,
  };
});

/**
 * Sets the parent id if the record has it under another name or is nested in its parent. Any of its parent fields may
 * refer to the containing record.
 */
export function fillInParents(record: BatchRecord): void {
  const {kind, fields, issues, owner} = record;
  for (const [field, to] of parentsOf(kind)) {
    const alias = aliasOf(kind, field, to);
    const inOwner = owner?.field === field ? owner.record.id : undefined;
    fields[field] ??= (alias === undefined ? undefined : fields[alias]) ?? inOwner;
    if (isMissing(fields[field]) && !mayBeMissing(kind, field)) {
      issues.refuse(field, `is required${alias === undefined ? '' : `, or ${alias}`}`);
    }
  }
  if (owner !== undefined) {
    checkOwner(owner, record);
  }
}

function checkOwner(owner: NonNullable<BatchRecord['owner']>, {kind, fields, issues}: BatchRecord): void {
  const to = parentsOf(kind).find(([field]) => field === owner.field)?.[1];
  const ends = parentsOf(kind).filter(([, other]) => other === to);
  if (!ends.some(([field]) => idIn(fields[field]) === owner.record.id)) {
    const message = `must be ${owner.record.id}, the record that this one stands in, got ${quote(fields[owner.field])}`;
    issues.refuse(owner.field, message);
  }
}

/** True if responses may omit the reference, or another field can identify it. */
function mayBeMissing({output, references = []}: Kind, field: string): boolean {
  const own = references.find(({id}) => id === field);
  return output!.shape[field].safeParse(null).success || (own?.required === true && own.name !== undefined);
}
