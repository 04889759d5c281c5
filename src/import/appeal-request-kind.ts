import {appealRequests} from '../resources/fundraising/appeal-requests.js';
import {appeals} from '../resources/fundraising/appeals.js';
import {date} from '../schema/fields.js';
import {attributeValues, implyAttributes} from './attribute-values.js';
import {implyCategories} from './category-mentions.js';
import {customFieldsOf, requestFields} from './custom-fields.js';
import {idIn, isName} from './items.js';
import type {Given, Kind, Loading} from './kind.js';
import {writtenKind} from './make-kind.js';

/** The generated name holds the appeal's name and date: `Appeal: Spring Mailing (2025-04-05)`. */
function implyAppeal({fields: {appeal_id, name}, issues}: Given, loading: Loading): void {
  const id = idIn(appeal_id);
  const [, appeal, day] = (isName(name) && /^Appeal: (.+) \((\d{4}-\d{2}-\d{2})\)$/.exec(name)) || [];
  if (id !== undefined && appeal !== undefined && loading.look(appeals.name, id) === undefined) {
    loading.add(appeals.name, {id, name: appeal, date: date.safeParse(day).data}, issues);
  }
}

export const appealRequestKind: Kind = writtenKind(appealRequests, {
  apart: ['constituent_name', 'raised', 'custom_fields', 'custom_attrs'],
  imply: (given, loading) => {
    implyAppeal(given, loading);
    implyCategories(given, requestFields, loading);
    implyAttributes(given, 'AppealRequest', loading);
  },
  interpret: (given, loading) => ({
    ...customFieldsOf(given, requestFields, loading),
    ...attributeValues(given, 'AppealRequest', loading),
  }),
});
