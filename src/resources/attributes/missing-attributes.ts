import type {ImportContext, ImportedRecord} from '../../operations/kinds/importer.js';
import {snakeCase} from '../../schema/common-fields.js';
import type {Fields} from '../../schema/fields.js';
import {asItems, idIn, isName} from '../../schema/items.js';
import {type AttributeRow, attributes} from './attributes.js';

type Owner = AttributeRow['item_type'];

/**
 * Adds definitions of values in the form of a response, which includes the whole definition. Responses show a
 * definition without classification and ordinal: an imported definition takes these from its values.
 */
export function addMissingAttributes(itemType: Owner, {fields, issues}: ImportedRecord, context: ImportContext): void {
  for (const [item, at] of asItems(fields.custom_attrs, issues.at('custom_attrs'))) {
    const {id, key, name, classification, ordinal} = item;
    if (!isName(key) || !isName(classification)) {
      continue;
    }
    const isIt = (definition: Fields) => isDefinition(definition, itemType, key);
    const given = context.recordsOf(attributes.name).find(record => isIt(record.fields));
    if (given !== undefined) {
      given.fields = {classification, ordinal, ...given.fields};
    } else if (isName(name) && context.find(attributes.name, isIt) === undefined) {
      const own = idIn(id);
      const isFree = own !== undefined && context.get(attributes.name, own) === undefined;
      context.add(
        attributes.name,
        {...(isFree && {id: own}), item_type: itemType, key, name, classification, ordinal},
        at,
      );
    }
  }
}

const isDefinition = ({item_type, key, name}: Fields, itemType: Owner, wanted: string) =>
  (item_type ?? 'Constituent') === itemType && (key ?? (isName(name) ? snakeCase(name) : undefined)) === wanted;
