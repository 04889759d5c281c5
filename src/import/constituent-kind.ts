import * as z from 'zod';
import {constituents} from '../resources/constituents/constituents.js';
import {presentConstituent} from '../resources/constituents/present.js';
import {type ConstituentRow, constituentDetail} from '../resources/constituents/schema.js';
import {fold} from '../search/fold.js';
import type {Row} from '../store/order.js';
import type {Transaction} from '../store/transaction.js';
import {attributeValues, implyAttributes} from './attribute-values.js';
import {implyCategories, type Scope} from './category-mentions.js';
import {isMissing} from './items.js';
import type {Given, Kind, Loading} from './kind.js';
import {writtenKind} from './make-kind.js';

/** The keywords that a constituent holds. */
export const heldCategories: Scope = {array: 'categories', values: 'keywords', itemTypes: ['Constituent']};

const records = (array: string, to = array) => ({array, to, field: 'constituent_id', replaces: true});

const addresses = (array: string) => ({array, to: array, field: 'item_id', prefersFirst: true, replaces: true});

const names = ['sort_name', 'last_name', 'first_name', 'org_name'];

function interpret(given: Given, loading: Loading) {
  if (names.every(name => isMissing(given.fields[name]))) {
    given.issues.refuse('last_name', 'is required, or first_name, or org_name');
  }
  return attributeValues(given, 'Constituent', loading);
}

export const constituentKind: Kind = writtenKind(constituents, {
  reply: constituentDetail,
  present: (row: Row, transaction: Transaction) => presentConstituent(row as ConstituentRow, transaction),
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
  apart: ['categories', 'custom_attrs'],
  unseen: {is_active: z.boolean()},
  imply: (given, loading) => {
    implyCategories(given, heldCategories, loading);
    implyAttributes(given, 'Constituent', loading);
  },
  interpret,
  // Lists sort by the name that is shown, also where a record brought it itself.
  finish: row => ({...row, sort_key: fold((row as ConstituentRow).sort_name)}) as Row,
});
