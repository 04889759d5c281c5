import type {Catalog} from '../operations/kinds/catalog.js';
import {pascal, singular} from '../operations/names.js';
import type {Row} from '../store/order.js';
import type {Records} from '../store/records.js';

/** Fields that differ between any two runs of a program. */
const ofTheRun = new Set(['id', 'created_at', 'updated_at']);

/**
 * Serializes records for a comparison between runs: without ids and timestamps, and with each reference to a record
 * that the run created replaced by that record's text.
 */
export class NaturalText {
  readonly #catalog: Catalog;
  readonly #start: Records;
  readonly #end: Records;
  readonly #texts = new Map<Row, string>();
  /** The kind that a field references, by kind and field. */
  readonly #targets = new Map<string, string | undefined>();

  /** @param start the initial records of all runs @param end the final records of this run */
  constructor(catalog: Catalog, start: Records, end: Records) {
    this.#catalog = catalog;
    this.#start = start;
    this.#end = end;
  }

  of(kind: string, row: Row): string {
    const known = this.#texts.get(row);
    if (known !== undefined) {
      return known;
    }
    this.#texts.set(row, '"itself"'); // for circular references
    const {internal = []} = this.#catalog.byName.get(kind)!;
    const fields = Object.entries(row).filter(([name]) => !ofTheRun.has(name) && !internal.includes(name));
    const text = JSON.stringify(
      Object.fromEntries(fields.map(([name, value]) => [name, this.#value(kind, name, value)])),
    );
    this.#texts.set(row, text);
    return text;
  }

  #value(kind: string, field: string, value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map(item => this.#value(kind, field, item));
    }
    if (typeof value === 'object' && value !== null) {
      const fields = Object.entries(value).filter(([name]) => !ofTheRun.has(name));
      return Object.fromEntries(fields.map(([name, held]) => [name, this.#value(kind, name, held)]));
    }
    return typeof value === 'number' && field.endsWith('_id') ? this.#reference(kind, field, value) : value;
  }

  /** Returns the text of a record that the run created, or the id of an existing one. */
  #reference(kind: string, field: string, id: number): unknown {
    const target = this.#targetOf(kind, field);
    if (target === undefined || this.#start.collections.get(target)?.get(id) !== undefined) {
      return id;
    }
    const row = this.#end.collections.get(target)?.get(id);
    return row === undefined ? id : {made: this.of(target, row)};
  }

  #targetOf(kind: string, field: string): string | undefined {
    const key = `${kind}.${field}`;
    if (!this.#targets.has(key)) {
      const {parents = {}, references = []} = this.#catalog.byName.get(kind)!;
      const declared = (parents as Record<string, string>)[field] ?? references.find(({id}) => id === field)?.to;
      this.#targets.set(key, declared ?? this.#targetByName(field));
    }
    return this.#targets.get(key);
  }

  /** `parent_gift_id` is the id of a gift. */
  #targetByName(field: string): string | undefined {
    const name = pascal(field.slice(0, -'_id'.length));
    const fitting = this.#catalog.kinds.map(kind => kind.name).filter(kind => name.endsWith(pascal(singular(kind))));
    return fitting.sort((one, other) => other.length - one.length)[0];
  }
}
