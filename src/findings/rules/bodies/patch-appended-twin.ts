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

function twinOf(kind: string, exchange: FullExchange): readonly [AddressRow, AddressRow] | undefined {
  const id = Number(exchange.params['id']);
  const after = rowsOf(exchange.after, kind, id);
  const known = new Set(rowsOf(exchange.before, kind, id).map(row => row.id));
  const old = new Map(
    after
      .filter(({id}) => known.has(id))
      .map(row => [written(kind, row), row] as const)
      .toReversed(),
  );
  const twin = after.find(row => !known.has(row.id) && written(kind, row).trim() !== '' && old.has(written(kind, row)));
  return twin && [old.get(written(kind, twin))!, twin];
}

export const patchAppendedTwin: FindingRule = {
  id: 'patch-appended-twin',
  axis: 'bodies',
  level: 'error',
  what: 'An array in a PATCH adds an address, number or web address that the constituent has already, but for case, blanks and dashes.',
  why: 'PATCH appends: each run of a synchronization adds the same address once more.',
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
  inspect: exchange => {
    const kinds = sentKinds(exchange);
    return kinds.length === 0
      ? undefined
      : appendedTwins(exchange).map(kind => mistakeOf(kind, twinOf(kind, exchange)!));
  },
};

/** The kinds of addresses in a PATCH of a constituent that was accepted. */
const sentKinds = ({operation, status, body, before, after}: FullExchange): readonly string[] =>
  operation!.id === 'updateConstituent' && status === 200 && before !== undefined && after !== undefined
    ? Object.keys(valueKeys).filter(kind => Array.isArray(fieldsOf(body)[kind]))
    : [];

/** The kinds of addresses of which a PATCH added one that was there. */
export const appendedTwins = (exchange: FullExchange): readonly string[] =>
  sentKinds(exchange).filter(kind => twinOf(kind, exchange) !== undefined);

function mistakeOf(kind: string, [old, row]: readonly [AddressRow, AddressRow]): Mistake {
  const value = shown(row[valueKeys[kind]!]);
  return {
    where: `/${kind}`,
    got: value,
    nearest: `remove_previous_${kind}`,
    message: `PATCH appends: "${value}" now stands there twice, as ${old.id} and ${row.id}`,
    fix: `Send remove_previous_${kind}: true to replace what is there, or PATCH /api/v1/${kind}/${old.id}.`,
  };
}
