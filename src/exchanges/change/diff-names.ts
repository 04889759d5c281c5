import type {AccountState} from '../../accounts/account-state.js';
import type {Row} from '../../store/order.js';

type Fields = Readonly<Record<string, unknown>>;

const people = 'constituents';

/** Whom a record is about: a constituent itself, or the one that it goes with. */
export function personOf(collection: string, row: Row & Fields): number | undefined {
  const {id, constituent_id: own, item_id: item, item_type: type} = row;
  const found = collection === people ? id : (own ?? (type === 'Constituent' ? item : undefined));
  return typeof found === 'number' ? found : undefined;
}

/** The names of those whom changed records are about, by id, so that a reader of a diff need not look each up. */
export class DiffNames {
  readonly #states: readonly AccountState[];
  readonly #names = new Map<number, string>();

  /** @param states the later one first: its names count */
  constructor(...states: readonly AccountState[]) {
    this.#states = states;
  }

  add(collection: string, row: Row): void {
    const id = personOf(collection, row as Row & Fields);
    if (id === undefined || this.#names.has(id)) {
      return;
    }
    const [name] = this.#states
      .map(({records}) => (records.collections.get(people)?.get(id) as (Row & Fields) | undefined)?.['sort_name'])
      .filter(found => typeof found === 'string' && found !== '');
    if (typeof name === 'string') {
      this.#names.set(id, name);
    }
  }

  get all(): ReadonlyMap<number, string> {
    return this.#names;
  }
}
