import * as z from 'zod';
import type {ImportContext, ImportedRecord, Importer} from '../../operations/kinds/kind.js';
import {body} from '../../schema/fields.js';
import {isMissing} from '../../schema/items.js';
import {fold} from '../../search/fold.js';
import {addMissingAttributes, importsAttributes} from '../attributes.js';
import {type CategoryScope, resolveCategoryValues} from '../categories/category-values.js';
import {assignExactly, constituentKeywords} from '../categories/constituent-keywords.js';
import {addMissingCategories, categoriesOfConstituents} from '../categories/custom-fields.js';
import {lastNameOf} from './derived.js';
import {type ConstituentRow, importedCategories} from './schema.js';

export const heldCategories: CategoryScope = {
  itemTypes: ['Constituent'],
  valuesField: 'keywords',
  ignoreUnknownName: false,
};

const records = (array: string, to = array) => ({array, to, field: 'constituent_id', replaces: true});

const addresses = (array: string) => ({
  array,
  to: array,
  field: 'item_id',
  // Observed: no web address is preferred by default.
  prefersFirst: array !== 'web_addresses',
  replaces: true,
});

const names = ['sort_name', 'last_name', 'first_name', 'org_name'];

const _withCategories = body({categories: importedCategories.nullish()});

/** Replaces a constituent's keywords, except for those in a separate list of the import. */
function replaceKeywords({id, fields, issues}: ImportedRecord, context: ImportContext, hasIssues: () => boolean): void {
  if (isMissing(fields.categories)) {
    return;
  }
  const {categories} = fields as {categories: z.infer<typeof importedCategories>};
  const named = categories.map(({keywords, ...category}) => ({...category, values: keywords ?? undefined}));
  const imported = {id, before: undefined};
  const found = resolveCategoryValues(named, heldCategories, {lookup: context, imported}, issues.at('categories'));
  if (!hasIssues()) {
    const wanted = new Set(found.flatMap(({keywords}) => keywords.map(keyword => keyword.id)));
    assignExactly(id, wanted, context.transaction, row => context.isGiven(constituentKeywords.name, row));
  }
}

/** Import of constituents, including the records in their arrays. */
export const importer: Importer<ConstituentRow> = {
  nested: [
    records('class_affiliations'),
    records('relationships'),
    addresses('street_addresses'),
    addresses('phone_numbers'),
    addresses('email_addresses'),
    addresses('web_addresses'),
    records('groups', 'group_memberships'),
    records('memberships'),
  ],
  fields: {...importsAttributes.fields, categories: importedCategories, is_active: z.boolean()},
  ids: {...importsAttributes.ids, categories: {id: 'categories', keywords: {id: 'keywords'}}},
  keeps: ['is_active', 'custom_attrs'],
  addMissing: (record, context) => {
    addMissingCategories(categoriesOfConstituents, record, context);
    addMissingAttributes('Constituent', record, context);
  },
  check: ({fields, issues}) => {
    if (names.every(name => isMissing(fields[name]))) {
      issues.refuse('last_name', 'is required, or first_name, or org_name');
    }
  },
  // Lists sort by the displayed name, even for a record with its own.
  finish: row => ({...row, last_name: lastNameOf(row), sort_key: fold(row.sort_name)}),
  complete: replaceKeywords,
};
