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

const texts = (body: unknown, array: string, field: string): ReadonlySet<string> => {
  const elements = fieldsOf(body)[array];
  const values = Array.isArray(elements) ? elements.slice(0, 50).map(element => fieldsOf(element)[field]) : [];
  return new Set(
    values
      .filter(value => typeof value === 'string' && value.trim() !== '')
      .map(value => fold((value as string).trim())),
  );
};

const folded = (value: unknown): string => (typeof value === 'string' ? fold(value.trim()) : '');

/** The owners of addresses with one of these values. It scans all rows, because there is no index for equal texts. */
function ownersOf(kind: string, field: string, wanted: ReadonlySet<string>, {before}: FullExchange): readonly number[] {
  if (wanted.size === 0) {
    return [];
  }
  const found: number[] = [];
  for (const row of before!.records.collections.get(kind).values() as Iterable<unknown>) {
    const address = row as Row;
    const value = address[field];
    if (typeof value === 'string' && wanted.has(fold(value.trim()))) {
      found.push(address['item_id'] as number);
    }
  }
  return found;
}

/** The first active constituent that shares an address, an external id, or name and postal code with the new one. */
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
  const external =
    external_constituent_id === undefined || external_constituent_id === null
      ? ''
      : fold(String(external_constituent_id));
  const key = (value: number | string) => (value === external ? 0 : value < external ? -1 : 1);
  const withExternal =
    external === ''
      ? []
      : collection
          .withKey('external_id', key as never)
          .slice(0, 5)
          .map(({id}) => id);
  const isNamesake = ({id, hasSameName}: Twin) =>
    hasSameName && folded((collection.get(id) as unknown as Row)['first_name']) === folded(first_name);
  return (
    first(withExternal, 'external id') ??
    first(
      ownersOf('email_addresses', 'address', texts(body, 'email_addresses', 'address'), exchange),
      'e-mail address',
    ) ??
    first(
      ownersOf('street_addresses', 'postal_code', texts(body, 'street_addresses', 'postal_code'), exchange),
      'name and postal code',
      isNamesake,
    )
  );
}
