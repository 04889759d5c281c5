import {gifts} from '../resources/gifts/gifts.js';
import {quote} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import type {Given, Loading} from './kind.js';
import {wordIssue} from './read-fields.js';

/** Holds every loaded record against the reply it will make: one that could not be answered is an issue. */
export function checkReplies(given: readonly Given[], loading: Loading): void {
  for (const {kind, id, issues} of given) {
    const row = loading.transaction.rows(kind.name).get(id);
    if (row === undefined) {
      continue;
    }
    const parsed = kind.reply.safeParse(kind.present(row, loading.transaction), {error: wordIssue});
    for (const {path, message} of parsed.error?.issues ?? []) {
      addAt(path, message, issues);
    }
  }
}

function addAt(path: readonly PropertyKey[], message: string, issues: Issues): void {
  const [field, ...inner] = path as ReadonlyArray<string | number>;
  if (field === undefined) {
    return;
  }
  if (inner.length === 0) {
    issues.refuse(field, message);
  } else {
    addAt(inner, message, issues.at(field));
  }
}

/** An external id names one gift. */
export function checkExternalIds(loading: Loading): void {
  const rows = loading.transaction.rows(gifts);
  for (const {id, issues} of loading.given(gifts.name)) {
    const own = rows.get(id)?.external_id ?? null;
    const sharing = own === null ? [] : rows.where('external_id', own).toArray();
    const other = sharing.find(gift => gift.id !== id);
    if (other !== undefined) {
      issues.refuse('external_id', `${quote(own)} is taken by the gift ${other.id}`);
    }
  }
}
