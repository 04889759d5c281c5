import {common} from './common.js';
import {giving} from './giving.js';
import {ofSchemas} from './of-schemas.js';
import {people} from './people.js';

const anywhere: Readonly<Record<string, string>> = {...common, ...people, ...giving};

const words = (pascal: string) => pascal.replaceAll(/\B[A-Z]/g, letter => ` ${letter}`).toLowerCase();

/** The kind of record that a schema shows or takes: `Gift` of `GiftCreate` and of `GiftListItemPage`. */
const kindOf = (schema: string) =>
  schema.replace(/(?:(?:List|Search)?Item)?(?:Page|Reply)?$|(?:Create|Update)(?:For\w+)?$/, '');

/**
 * What a field means; undefined where nobody wrote it down, which a test refuses.
 * @param schema the name of the component it stands in
 */
export function describeField(schema: string, field: string): string | undefined {
  const kind = kindOf(schema);
  if (schema.endsWith('Page') && field === 'item_type') {
    return 'The kind of the entries.';
  }
  return (
    ofSchemas[`${schema}.${field}`] ??
    ofSchemas[`${kind}.${field}`] ??
    (field === 'id' ? `The id of the ${words(kind)}.` : anywhere[field])
  );
}
