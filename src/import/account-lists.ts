import * as z from 'zod';
import {ApiError, unprocessableEntity} from '../errors.js';
import {parsePrivateJson} from '../exchanges/recording/private-json.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {singular, words} from '../operations/names.js';
import type {Records} from '../store/records.js';
import {Transaction} from '../store/transaction.js';
import {importRecords, recordsToReplace} from './import-records.js';

export const accountFormat = 'crm-sandbox account';

/** The file that `learn` writes: the lookup lists of an account, by kind. It contains no host, key or time. */
const accountForm = z.strictObject({
  format: z.literal(accountFormat),
  version: z.literal(1),
  kinds: z.record(z.string(), z.array(z.looseObject({}))),
});

/** `Gift type 7`: a name that reveals only the kind and the id. */
export const neutralName = ({name}: {readonly name: string}, id: unknown): string =>
  `${words(singular(name)).replace(/^./, letter => letter.toUpperCase())} ${id}`;

/**
 * Replaces lists with those of an account file, which keep their ids. Lists that the file lacks are unchanged.
 * @param file the name, for errors
 * @param start lists of a sandbox without constituents, and the moment of the entries, `<YYYY-MM-DDTHH:MM:SSZ>`
 * @throws ApiError that names the file, the kind, the entry and the field
 */
export async function listsFrom(
  text: string,
  file: string,
  catalog: Catalog,
  {base, now}: {readonly base: Records; readonly now: string},
): Promise<Records> {
  try {
    const kinds = kindsIn(text, catalog);
    const transaction = new Transaction(catalog.schema, recordsToReplace(kinds, base, catalog), () => now);
    await importRecords(kinds, transaction, catalog);
    return transaction.result();
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw unprocessableEntity(`${file} ${error.message}`);
    }
    throw error instanceof ApiError
      ? unprocessableEntity(error.description.replaceAll(/^records\b/gm, `${file}: kinds`))
      : error;
  }
}

/** @throws SyntaxError that completes a sentence about the file */
function kindsIn(text: string, {kinds}: Catalog): z.infer<typeof accountForm>['kinds'] {
  const {data, error} = accountForm.safeParse(parsePrivateJson(text.replace(/^\uFEFF/, '')));
  if (data === undefined) {
    const [{path, message}] = error.issues as [z.core.$ZodIssue];
    throw new SyntaxError(`is not a file of crm-sandbox learn: ${path.join('.')}: ${message}`);
  }
  const known = kinds.filter(({learned}) => learned !== undefined).map(({name}) => name);
  const unknown = Object.keys(data.kinds).find(name => !known.includes(name));
  if (unknown !== undefined) {
    throw new SyntaxError(`must have no kinds.${unknown}: the lists of an account are ${known.join(', ')}`);
  }
  if (data.kinds['gift_types']?.length === 0) {
    throw new SyntaxError('must have an entry in kinds.gift_types, or no gift can be generated');
  }
  return data.kinds;
}
