import * as z from 'zod';
import {categories} from '../resources/categories/categories.js';
import {keywords} from '../resources/categories/keywords.js';
import {schema} from '../resources/index.js';
import {groups} from '../resources/memberships/groups.js';
import {membershipLevels} from '../resources/memberships/membership-levels.js';
import {appealRequestKind} from './appeal-request-kind.js';
import {constituentKind} from './constituent-kind.js';
import {giftKind} from './gift-kind.js';
import type {Kind} from './kind.js';
import {kindsUnderConstituents} from './kinds-under-constituents.js';
import {lookupKinds} from './lookup-kinds.js';
import {writtenKind} from './make-kind.js';

const keywordsOfCategory = {array: 'keywords', to: 'keywords', field: 'category_id'};

const all: readonly Kind[] = [
  ...lookupKinds,
  writtenKind(groups),
  writtenKind(membershipLevels),
  writtenKind(categories, {nested: [keywordsOfCategory]}),
  writtenKind(keywords, {unseen: {archived: z.boolean()}}),
  constituentKind,
  ...kindsUnderConstituents,
  giftKind,
  appealRequestKind,
];

/** Every kind of record that can be loaded, by collection, those that others point at first. */
export const kinds: ReadonlyMap<string, Kind> = new Map(
  schema.specs.flatMap(({name}) => all.filter(kind => kind.name === name).map(kind => [name, kind] as const)),
);
