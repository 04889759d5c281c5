import {existsSync} from 'node:fs';
import type {Finding} from '../../../findings/finding.js';
import {nameOfSuppression, unusedSuppression} from '../../../findings/rules/unused-suppression.js';
import type {Suppression} from '../../../findings/suppressions.js';
import {readSuppressions, suppressionsFileName} from '../../options/suppressions-file.js';
import {writeNow} from '../../output/log-file.js';

export interface SuppressionsChange {
  readonly file: string;
  readonly added: number;
  readonly removed: number;
}

/** Adds an entry for each finding; existing entries stay. @param named the file, if not the default one */
export function suppressAllOf(
  findings: readonly Finding[],
  reason: string,
  named: string | undefined,
): SuppressionsChange {
  const before = entriesOf(named);
  const known = new Set(before.map(nameOfSuppression));
  const added = findings
    .filter(({rule}) => rule !== unusedSuppression.id)
    .map(({rule, operation, where}) => ({rule, operation, ...(where !== '' && {pointer: where}), reason}))
    .filter(entry => !known.has(nameOfSuppression(entry)));
  return write(named, before, [...before, ...added]);
}

/** Removes the entries that the sandbox reports as unused or expired. */
export function pruneUnused(findings: readonly Finding[], named: string | undefined): SuppressionsChange {
  const before = readSuppressions(named);
  const unused = new Set(findings.filter(({rule}) => rule === unusedSuppression.id).map(({where}) => where));
  return write(
    named,
    before,
    before.filter(entry => !unused.has(nameOfSuppression(entry))),
  );
}

/** Returns an empty list if the file does not exist yet. */
function entriesOf(named: string | undefined): readonly Suppression[] {
  return named === undefined || existsSync(named) ? readSuppressions(named) : [];
}

function write(
  named: string | undefined,
  before: readonly Suppression[],
  after: readonly Suppression[],
): SuppressionsChange {
  const file = named ?? suppressionsFileName;
  if (after.length !== before.length) {
    writeNow(file, `${JSON.stringify(after, undefined, 2)}\n`);
  }
  const more = after.length - before.length;
  return {file, added: Math.max(0, more), removed: Math.max(0, -more)};
}
