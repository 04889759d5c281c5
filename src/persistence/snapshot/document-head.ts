import type {Clock} from '../../accounts/clock.js';
import type {Fields} from '../../schema/fields.js';
import {isObject} from '../../schema/items.js';
import {version} from '../../version.js';
import {assertAt, damaged, SnapshotError} from './snapshot-error.js';
import {clockForms, readClock} from './written-clock.js';

export const format = 'crm-sandbox snapshot';

/** Format of the sandbox's data file: a snapshot of the default account, and the other accounts. */
export const dataFormat = 'crm-sandbox data';

/** Incremented with every change of the document or of rows, so that no version misreads a file of another. */
export const formatVersion = 1;

export interface Head {
  readonly seed: number;
  readonly clock: Clock;
  readonly nextIds: Fields;
  readonly records: Fields;
  readonly accounts?: AccountsPart;
}

/** The other accounts in a data file. */
export interface AccountsPart {
  /** The last hash of the log that this file includes; null if there was no log. */
  readonly follows: string | null;
  readonly entries: readonly object[];
}

const snapshotFields = ['format', 'format_version', 'sandbox_version', 'seed', 'clock', 'next_ids', 'records'];

/** @param isSound true if the document has a correct checksum */
export function readHead(document: unknown, isSound: boolean): Head {
  if (!isObject(document) || (document.format !== format && document.format !== dataFormat)) {
    throw new SnapshotError(
      `This is not a snapshot: it has no "format": "${format}". Give a file that crm-sandbox wrote`,
    );
  }
  checkVersion(document);
  if ('checksum' in document && !isSound) {
    throw damaged();
  }
  checkFields(document);
  const {seed, clock: written, next_ids: nextIds, records} = document;
  assertAt('seed', Number.isSafeInteger(seed), 'must be an integer');
  const clock = readClock(written);
  assertAt('clock', clock !== undefined, `must be ${clockForms}`);
  assertAt('next_ids', isObject(nextIds), 'must be an object: the next id of each collection');
  assertAt('records', isObject(records), 'must be an object: the rows of each collection');
  const head = {seed: seed as number, clock, nextIds, records};
  return document.format === dataFormat ? {...head, accounts: readAccounts(document.accounts)} : head;
}

function readAccounts(accounts: unknown): AccountsPart {
  const {follows, entries} = isObject(accounts) ? accounts : {};
  const areEntries = Array.isArray(entries) && entries.every(isObject);
  assertAt('accounts', areEntries, 'must be an object with the entries of the other accounts');
  assertAt('accounts.follows', follows === null || typeof follows === 'string', 'must be a string or null');
  return {follows, entries};
}

function checkVersion({format_version: given, sandbox_version: writer}: Fields): void {
  if (Number.isSafeInteger(given) && (given as number) > formatVersion) {
    // Two builds of one version can write different data, so the version alone would not help.
    const by = typeof writer === 'string' && writer !== version ? ` ${writer}` : '';
    throw new SnapshotError(
      `The snapshot was written by a newer crm-sandbox${by}: its format_version is ${given}, and crm-sandbox ${version} reads ${formatVersion}. Update crm-sandbox`,
    );
  }
  assertAt('format_version', given === formatVersion, `must be ${formatVersion}`);
}

function checkFields(document: Fields): void {
  const fields = document.format === dataFormat ? [...snapshotFields, 'accounts'] : snapshotFields;
  const missing = fields.find(field => !(field in document));
  assertAt(`${missing}`, missing === undefined, 'is missing');
  const unknown = Object.keys(document).find(field => !fields.includes(field) && field !== 'checksum');
  assertAt(`${unknown}`, unknown === undefined, `is not a field of a snapshot; the fields are ${fields.join(', ')}`);
  assertAt('sandbox_version', typeof document.sandbox_version === 'string', 'must be a string');
}
