import type {FullExchange} from '../../../exchanges/exchange.js';
import {fold} from '../../../search/fold.js';
import {fieldsOf, valueKeys} from '../../fields/reply-body.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake, patch} from '../../rule.js';

interface AppendedRow {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** The arrays of other rows than addresses, with their collections. */
const others: Readonly<Record<string, string>> = {
  groups: 'group_memberships',
  class_affiliations: 'class_affiliations',
};

const collectionOf = (kind: string) => others[kind] ?? kind;

/** Normalizes a row for comparison: ignores case, blanks and, in numbers, everything but digits. */
function written(kind: string, row: AppendedRow): string {
  if (Object.hasOwn(others, kind)) {
    return JSON.stringify({...row, id: undefined, created_at: undefined, updated_at: undefined});
  }
  const text = fold(String(row[valueKeys[kind]!] ?? ''));
  const bare = kind === 'phone_numbers' ? text.replaceAll(/\D/g, '') : text.replaceAll(/\s/g, '');
  return kind === 'street_addresses' ? `${bare} ${fold(String(row['postal_code'] ?? ''))}` : bare;
}

const rowsOf = (state: FullExchange['before'], kind: string, id: number): readonly AppendedRow[] =>
  state!.records.collections
    .get(collectionOf(kind))
    .where((Object.hasOwn(others, kind) ? 'constituent_id' : 'item_id') as 'id', id)
    .toArray() as unknown as readonly AppendedRow[];

/** A row that a PATCH added, and the first existing one like it. */
interface Twins {
  readonly kind: string;
  readonly old: AppendedRow;
  readonly added: AppendedRow;
  /** True if the constituent has no others of the kind that the body lacks. */
  readonly isOnly: boolean;
}

function twinsOf(kind: string, exchange: FullExchange): Twins | undefined {
  const id = Number(exchange.params['id']);
  const known = new Set(rowsOf(exchange.before, kind, id).map(row => row.id));
  const after = rowsOf(exchange.after, kind, id).map(row => [written(kind, row), row] as const);
  const old = new Map(after.filter(([, row]) => known.has(row.id)).toReversed());
  const [text, added] = after.find(([text, row]) => !known.has(row.id) && text.trim() !== '' && old.has(text)) ?? [];
  if (added === undefined) {
    return undefined;
  }
  const sent = new Set(after.filter(([, row]) => !known.has(row.id)).map(([text]) => text));
  return {kind, old: old.get(text!)!, added, isOnly: [...old.keys()].every(text => sent.has(text))};
}

export const patchAppendedTwin: FindingRule = {
  id: 'patch-appended-twin',
  axis: 'bodies',
  level: 'error',
  what: 'An array in a PATCH adds a row that the constituent already has: an address, apart from case, spaces and dashes; a group or a class affiliation.',
  why: 'PATCH appends: each run of a synchronization adds the same row again.',
  turnOff: 'Never: nobody wants the same row twice.',
  bad: example(patch('/api/v1/constituents/959400', {email_addresses: [{address: 'Bettie.Braun400@example.com'}]})),
  good: example(
    patch('/api/v1/constituents/959400', {
      email_addresses: [{address: 'Bettie.Braun400@example.com'}],
      remove_previous_email_addresses: true,
    }),
  ),
  only: 'accepted',
  reads: operation => operation?.id === 'updateConstituent',
  inspect: exchange => (sentKinds(exchange).length === 0 ? undefined : appendedTwins(exchange).map(mistakeOf)),
};

/** The arrays in an accepted PATCH of a constituent. */
const sentKinds = ({operation, status, body, before, after}: FullExchange): readonly string[] =>
  operation!.id === 'updateConstituent' && status === 200 && before !== undefined && after !== undefined
    ? Object.keys({...valueKeys, ...others}).filter(kind => Array.isArray(fieldsOf(body)[kind]))
    : [];

/** The first of each array. */
export const appendedTwins = (exchange: FullExchange): readonly Twins[] =>
  sentKinds(exchange).flatMap(kind => twinsOf(kind, exchange) ?? []);

function mistakeOf({kind, old, added}: Twins): Mistake {
  const value = shown(added[valueKeys[kind] ?? 'id']);
  const what = Object.hasOwn(others, kind) ? 'the same row' : `"${value}"`;
  return {
    where: `/${kind}`,
    got: value,
    nearest: `remove_previous_${kind}`,
    message: `PATCH appends: ${what} is there twice now, as ${old.id} and ${added.id}`,
    fix: `Send all of them with remove_previous_${kind}: true, or PATCH /api/v1/${collectionOf(kind)}/${old.id}.`,
  };
}
