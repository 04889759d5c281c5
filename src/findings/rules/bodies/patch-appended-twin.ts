import type {FullExchange} from '../../../exchanges/exchange.js';
import {fold} from '../../../search/fold.js';
import {fieldsOf, valueKeys} from '../../fields/reply-body.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake, patch} from '../../rule.js';

interface AddressRow {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** Normalizes an address for comparison: ignores case, blanks and, in numbers, everything but digits. */
function written(kind: string, row: AddressRow): string {
  const text = fold(String(row[valueKeys[kind]!] ?? ''));
  const bare = kind === 'phone_numbers' ? text.replaceAll(/\D/g, '') : text.replaceAll(/\s/g, '');
  return kind === 'street_addresses' ? `${bare} ${fold(String(row['postal_code'] ?? ''))}` : bare;
}

const rowsOf = (state: FullExchange['before'], kind: string, id: number): readonly AddressRow[] =>
  state!.records.collections
    .get(kind)
    .where('item_id' as 'id', id)
    .toArray() as unknown as readonly AddressRow[];

/** An address that a PATCH added, and the first existing one like it. */
interface Twins {
  readonly kind: string;
  readonly old: AddressRow;
  readonly added: AddressRow;
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
  what: 'An array in a PATCH adds an address, number or web address that the constituent already has, apart from case, spaces and dashes.',
  why: 'PATCH appends: each run of a synchronization adds the same address again.',
  turnOff: 'Never: nobody wants the same address twice.',
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

/** The kinds of addresses in an accepted PATCH of a constituent. */
const sentKinds = ({operation, status, body, before, after}: FullExchange): readonly string[] =>
  operation!.id === 'updateConstituent' && status === 200 && before !== undefined && after !== undefined
    ? Object.keys(valueKeys).filter(kind => Array.isArray(fieldsOf(body)[kind]))
    : [];

/** The first of each kind of address. */
export const appendedTwins = (exchange: FullExchange): readonly Twins[] =>
  sentKinds(exchange).flatMap(kind => twinsOf(kind, exchange) ?? []);

function mistakeOf({kind, old, added}: Twins): Mistake {
  const value = shown(added[valueKeys[kind]!]);
  return {
    where: `/${kind}`,
    got: value,
    nearest: `remove_previous_${kind}`,
    message: `PATCH appends: "${value}" is there twice now, as ${old.id} and ${added.id}`,
    fix: `Send all of them with remove_previous_${kind}: true, or PATCH /api/v1/${kind}/${old.id}.`,
  };
}
