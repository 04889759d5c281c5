import {idFieldsOf} from '../../import/parents.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import {nameFieldOf, nameIn} from '../../operations/kinds/references.js';
import {type Fields, idIn} from '../../schema/fields.js';
import {isName, isObject} from '../../schema/items.js';
import {type Call, hasSucceeded, isCreate, isDone, kindOfCall, recordsInPath} from './call.js';
import {type Sighting, sightingsIn} from './sightings.js';

/** A recorded record: its fields before the first write to them. */
export interface ShownRecord {
  readonly kind: Kind;
  readonly id: number;
  readonly fields: Fields;
  /** The names of all its fields in responses. */
  readonly shown: Set<string>;
  /** Fields that a recorded write changes: later responses do not show their earlier values. */
  readonly written: Set<string>;
  isCreated: boolean;
  /** True if the recording is incomplete, so that some fields are placeholders. */
  isStub: boolean;
}

export class ShownRecords {
  readonly #records = new Map<string, ShownRecord>();
  /** Later states of records. Only the records that they refer to are loaded. */
  readonly later: Sighting[] = [];

  constructor(private readonly catalog: Catalog) {}

  get all(): ShownRecord[] {
    return [...this.#records.values()];
  }

  find(kind: string, id: number): ShownRecord | undefined {
    return this.#records.get(`${kind} ${id}`);
  }

  /** The record; a stub as long as nothing is known about it. */
  get(kind: Kind, id: number): ShownRecord {
    const known = this.find(kind.name, id);
    const record = known ?? {
      ...{kind, id, fields: {}, shown: new Set(), written: new Set()},
      ...{isCreated: false, isStub: false},
    };
    this.#records.set(`${kind.name} ${id}`, record);
    return record;
  }

  read(call: Call): void {
    if (!isDone(call)) {
      return;
    }
    const written = this.#writtenBy(call);
    for (const {kind, id} of recordsInPath(call, this.catalog)) {
      const record = this.get(kind, id);
      for (const name of written) {
        record.written.add(name);
      }
    }
    const arrays = kindOfCall(call, this.catalog).importer?.nested ?? [];
    for (const sighting of hasSucceeded(call) ? sightingsIn(call, call.reply!, this.catalog) : []) {
      const isNew = this.find(sighting.kind.name, sighting.id) === undefined;
      const isInBody = arrays.some(({array, to}) => to === sighting.kind.name && written.includes(array));
      this.#add(sighting, isNew && (isCreate(call) || isInBody || this.#isLaterThanOwner(sighting)));
    }
  }

  /** The names of fields that a request may change; a reference may change by its id or its name. */
  #writtenBy(call: Call): string[] {
    if (call.operation.method === 'GET') {
      return [];
    }
    const sent = Object.keys(isObject(call.body) ? call.body : {});
    const references = kindOfCall(call, this.catalog).references ?? [];
    const changed = references
      .map(({id, name = id}) => [id, name])
      .filter(pair => pair.some(name => sent.includes(name)));
    return [...sent, ...changed.flat(), ...call.operation.path.split('/')];
  }

  /** True if an earlier response contained the owner's array without it. */
  #isLaterThanOwner({kind, fields}: Sighting): boolean {
    return Object.entries((kind.parents ?? {}) as Record<string, string>).some(([field, to]) => {
      const owner = this.find(to, Number(fields[field]));
      const nested = owner?.kind.importer?.nested ?? [];
      return nested.some(one => one.to === kind.name && one.field === field && owner!.shown.has(one.array));
    });
  }

  #add(sighting: Sighting, isCreated: boolean): void {
    const {kind, id, fields, shown} = sighting;
    const record = this.get(kind, id);
    record.isCreated ||= isCreated;
    let isLater = false;
    for (const [name, value] of Object.entries(fields)) {
      if (!(name in record.fields) && !record.written.has(name)) {
        record.fields[name] = value;
      } else if (JSON.stringify(record.fields[name]) !== JSON.stringify(value)) {
        isLater = true;
      }
    }
    for (const name of shown) {
      record.shown.add(name);
    }
    if (isLater) {
      this.later.push(sighting);
    }
  }

  /** Adds referenced records by id, with their names if known. */
  addReferences(): void {
    for (const {kind, fields} of [...this.all, ...this.later]) {
      for (const [field, to] of Object.entries(idFieldsOf(kind))) {
        const [id, other] = [idIn(fields[field]), typeof to === 'string' ? this.catalog.byName.get(to) : undefined];
        const reference = kind.references?.find(one => one.id === field);
        const isDangling = reference?.unknownId === 'keep' && nameIn(reference, fields) === null;
        if (id !== undefined && typeof fields[field] === 'number' && other?.output !== undefined && !isDangling) {
          this.#addReference(kind, field, this.get(other, id), fields);
        }
      }
    }
  }

  #addReference(kind: Kind, field: string, record: ShownRecord, fields: Fields): void {
    const reference = kind.references?.find(({id}) => id === field);
    const name = reference && nameIn(reference, fields);
    if (reference !== undefined && isName(name)) {
      const more = {...kind.importer?.fieldsOfMissing?.(record.kind.name, fields), [nameFieldOf(reference)]: name};
      for (const [name, value] of Object.entries(more)) {
        record.fields[name] ??= value;
      }
    }
  }
}
