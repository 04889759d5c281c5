import * as z from 'zod';
import {timestamp} from './fields.js';
import {impersonal} from './marks.js';

/** Fields that many records share. */

/** @param what `the gift` */
export const idOf = (what: string) => z.int().describe(`The id of ${what}.`);

export const nameField = z.string().describe('The name.');

export const keyField = z.string().describe('The name that programs use.');

export const ordinalField = impersonal(z.int()).describe('The position in lists: the lowest comes first.');

export const ofConstituent = z.int().describe('The constituent that the record belongs to.');

/** The last fields of every record that clients write. */
export const moments = {
  created_at: timestamp.describe('The time of creation.'),
  updated_at: timestamp.describe('The time of the last change. Records added below it do not count.'),
};

/** The default position of an entry: after the entries of a short list. */
export const behindOthers = 100;

/** Lower snake case, as in keys: `Board Member` becomes `board_member`. */
export const snakeCase = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_');
