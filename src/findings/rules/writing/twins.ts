import type {FullExchange} from '../../../exchanges/exchange.js';
import {fold} from '../../../search/fold.js';
import {fieldsOf} from '../../fields/reply-body.js';

/** An existing constituent, and the data that it shares with the new one. */
export interface Twin {
  readonly id: number;
  readonly name: string;
  readonly common: 'e-mail address' | 'external id' | 'name and postal code';
  readonly hasSameName: boolean;
}

type Row = Readonly<Record<string, unknown>> & {readonly id: number};

const folded = (value: unknown): string => (typeof value === 'string' ? fold(value.trim()) : '');

/** The owners of addresses that a body repeats. It scans all rows, because there is no index for equal texts. */
function ownersOf(kind: string, field: string, {body, before}: FullExchange): readonly number[] {
  const elements = fieldsOf(body)[kind];
  const values = Array.isArray(elements) ? elements.slice(0, 50).map(element => folded(fieldsOf(element)[field])) : [];
  const wanted = new Set(values.filter(value => value !== ''));
  const found: number[] = [];
  for (const row of wanted.size === 0 ? [] : (before!.records.collections.get(kind).values() as Iterable<unknown>)) {
    const address = row as Row;
    if (wanted.has(folded(address[field]))) {
      found.push(address['item_id'] as number);
    }
  }
  return found;
}

/** The first active constituent with the same address, external id, or name and postal code as the new one. */
export function twinOf(exchange: FullExchange): Twin | undefined {
  const {body, before} = exchange;
  const {last_name, first_name, org_name, external_constituent_id} = fieldsOf(body);
  const collection = before!.records.collections.get('constituents');
  const twin = (id: number, common: Twin['common']): Twin | undefined => {
    const row = collection.get(id) as unknown as Row | undefined;
    if (row === undefined || !collection.isListed(row)) {
      return undefined;
    }
    const hasSameName = [last_name, org_name].some(name => {
      const text = folded(name);
      return text !== '' && [row['last_name'], row['org_name']].some(own => folded(own) === text);
    });
    return {id, name: String(row['sort_name']), common, hasSameName};
  };
  const first = (ids: readonly number[], common: Twin['common'], isIt: (twin: Twin) => boolean = () => true) => {
    const twins = [...new Set(ids)].flatMap(id => twin(id, common) ?? []).filter(isIt);
    return twins.find(one => one.hasSameName) ?? twins[0];
  };
  const external = fold(String(external_constituent_id ?? ''));
  const key = (value: number | string) => (value === external ? 0 : value < external ? -1 : 1);
  const withExternal = external === '' ? [] : collection.withKey('external_id', key as never).slice(0, 5);
  const isNamesake = ({id, hasSameName}: Twin) =>
    hasSameName && folded((collection.get(id) as unknown as Row)['first_name']) === folded(first_name);
  return (
    first(
      withExternal.map(({id}) => id),
      'external id',
    ) ??
    first(ownersOf('email_addresses', 'address', exchange), 'e-mail address') ??
    first(ownersOf('street_addresses', 'postal_code', exchange), 'name and postal code', isNamesake)
  );
}
