import {type Fields, integer, quote} from '../schema/fields.js';
import type {Issues} from '../schema/issues.js';
import type {Transaction} from '../store/transaction.js';
import {idIn, isMissing, isName, isObject, itemsIn, largestId} from './items.js';
import type {Given, Item, Kind, Loading} from './kind.js';

/** All records that a tester gave, and those they imply, by collection. */
export class Document implements Loading {
  readonly #kinds: ReadonlyMap<string, Kind>;
  readonly #all: Given[] = [];
  readonly #byKind: ReadonlyMap<string, Given[]>;
  readonly #byId: ReadonlyMap<string, Map<number, Given>>;
  readonly #names = new Map<string, Given>();

  constructor(
    kinds: ReadonlyMap<string, Kind>,
    readonly transaction: Transaction,
  ) {
    this.#kinds = kinds;
    this.#byKind = new Map(Array.from(kinds.keys(), name => [name, []]));
    this.#byId = new Map(Array.from(kinds.keys(), name => [name, new Map()]));
  }

  /** Reads the lists of a document; what stands nested in a record becomes a record of its own. */
  read(records: unknown, issues: Issues): void {
    if (!isObject(records)) {
      issues.refuse('records', records === undefined ? 'is required' : `must be an object, got ${quote(records)}`);
      return;
    }
    const at = issues.at('records');
    for (const [name, list] of Object.entries(records)) {
      const kind = this.#kinds.get(name);
      if (kind === undefined) {
        at.refuse(name, `is no list of records: give any of ${[...this.#kinds.keys()].join(', ')}`);
      } else if (list === null) {
        at.refuse(name, 'must be an array, got null');
      } else {
        for (const item of itemsIn(list, name, at)) {
          this.#addWithNested(kind, item);
        }
      }
    }
  }

  /** Every record, in the order in which they came; those added on the way come along. */
  get all(): readonly Given[] {
    return this.#all;
  }

  given(collection: string): readonly Given[] {
    return this.#byKind.get(collection)!;
  }

  isGiven(collection: string, id: number): boolean {
    return this.#byId.get(collection)!.has(id);
  }

  /** The local names, each with the id of its record. */
  names(): Map<string, number> {
    return new Map(Array.from(this.#names, ([name, {id}]) => [name, id]));
  }

  add(collection: string, fields: Fields, issues: Issues): void {
    this.#add(this.#kinds.get(collection)!, {fields, issues});
  }

  /** Gives each record that brings no id one that no record has. */
  handOutIds(): void {
    for (const given of this.#all) {
      if (given.id === 0) {
        given.id = this.transaction.takeId(given.kind.spec);
        this.#byId.get(given.kind.name)!.set(given.id, given);
      }
    }
  }

  look(collection: string, id: number): Fields | undefined {
    const given = this.#byId.get(collection)!.get(id);
    const row = this.transaction.rows(collection).get(id) as object | undefined;
    return given === undefined || given.isStored ? (row as Fields | undefined) : given.fields;
  }

  find(collection: string, isWanted: (fields: Fields, isStored: boolean) => boolean): number | undefined {
    const rows = this.transaction.rows(collection).listed().toArray();
    return (
      rows.find(row => isWanted(row as object as Fields, true)) ??
      this.given(collection).find(given => !given.isStored && isWanted(given.fields, false))
    )?.id;
  }

  readId(value: unknown, to: string, field: string, issues: Issues): number | undefined {
    if (typeof value === 'string' && value.startsWith('$')) {
      return this.#idByName(value, to, field, issues);
    }
    const parsed = integer.safeParse(value);
    if (!parsed.success) {
      issues.refuse(field, parsed.error.issues[0]!.message);
    }
    return parsed.data;
  }

  #idByName(written: string, to: string, field: string, issues: Issues): number | undefined {
    const named = this.#names.get(written.slice(1));
    if (named === undefined) {
      issues.refuse(field, `${quote(written)} names nothing: no record here has that "$id"`);
    } else if (named.kind.name !== to) {
      issues.refuse(field, `${quote(written)} is one of ${named.kind.name}, and must be one of ${to}`);
    } else {
      return named.id;
    }
    return undefined;
  }

  #addWithNested(kind: Kind, item: Item, owner?: Given['owner']): void {
    const given = this.#add(kind, item, owner);
    for (const {array, to, field, prefersFirst} of kind.nested) {
      const items = itemsIn(item.fields[array], array, item.issues);
      if (prefersFirst && items[0] !== undefined && items.every(({fields}) => isMissing(fields.is_preferred))) {
        items[0].fields.is_preferred = true;
      }
      for (const inner of items) {
        this.#addWithNested(this.#kinds.get(to)!, inner, {given, field});
      }
    }
  }

  #add(kind: Kind, {fields, issues}: Item, owner?: Given['owner']): Given {
    const given: Given = {kind, fields, issues, owner, id: 0, isStored: false};
    this.#all.push(given);
    this.#byKind.get(kind.name)!.push(given);
    this.#claimId(given);
    this.#claimName(given);
    return given;
  }

  #claimId(given: Given): void {
    const {kind, fields, issues} = given;
    if (isMissing(fields.id)) {
      return;
    }
    const id = idIn(fields.id);
    const ids = this.#byId.get(kind.name)!;
    if (id === undefined) {
      issues.refuse('id', `must be an integer from 1 to ${largestId}, got ${quote(fields.id)}`);
    } else if (ids.has(id)) {
      issues.refuse('id', `${id} is here twice among ${kind.name}`);
    } else {
      given.id = id;
      ids.set(id, given);
      this.transaction.reserveId(kind.spec, id);
    }
  }

  #claimName(given: Given): void {
    const {$id: name} = given.fields;
    if (isMissing(name)) {
      return;
    }
    if (!isName(name) || name.startsWith('$')) {
      given.issues.refuse('$id', `must be a name that does not begin with $, got ${quote(name)}`);
    } else if (this.#names.has(name)) {
      given.issues.refuse('$id', `${quote(name)} is the name of another record already`);
    } else {
      this.#names.set(name, given);
    }
  }
}
