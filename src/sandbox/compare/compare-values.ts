import * as z from 'zod';
import type {Fields} from '../../schema/fields.js';
import {isObject} from '../../schema/items.js';
import {marksOf} from '../../schema/marks.js';
import {unwrap} from '../../schema/parse-body.js';
import {isPersonal, leafFields, shapeOf} from './privacy.js';

export type DifferenceClass =
  | 'status'
  | 'missing field'
  | 'extra field'
  | 'null'
  | 'type'
  | 'value'
  | 'missing item'
  | 'extra item'
  | 'order'
  | 'error text';

/** A difference with its values, which may only be printed on a terminal. */
export interface ValueDifference {
  /** `items[].fund_name` */
  readonly field: string;
  readonly class: DifferenceClass;
  readonly isPersonal: boolean;
  /** The names of the containing objects and the field's own; undefined inside a list. */
  readonly path?: readonly string[] | undefined;
  /** The value of the service. */
  readonly recorded: unknown;
  readonly sandbox: unknown;
}

/** A part of a response that depends on data outside of the recording. */
export interface UndeterminedPart {
  readonly field: string;
  readonly reason: string;
  /** The values differ, possibly because of data that is not in the recording. */
  readonly differs: boolean;
}

type FieldPath = ReadonlyArray<string | null>;

interface FieldPlace {
  /** Null represents an element of a list. */
  readonly path: FieldPath;
  readonly schema: z.ZodType | undefined;
}

/** Items of a recorded list and of the sandbox's: pairs in the order of the recording, and those without a partner. */
interface PairedLists {
  readonly pairs: ReadonlyArray<readonly [Fields, Fields]>;
  readonly missing: readonly Fields[];
  readonly extra: readonly Fields[];
}

/** Compares a recorded response with the sandbox's, field by field. */
export class ValueComparison {
  readonly differences: ValueDifference[] = [];
  readonly undetermined: UndeterminedPart[] = [];

  /**
   * @param isPatch lists may contain records that the recording shows only after the write
   * @param isAlone the response does not depend on records from before the recording
   */
  constructor(
    private readonly isPatch: boolean,
    private readonly isAlone: boolean,
  ) {}

  compare(recorded: unknown, sandbox: unknown, {path, schema}: FieldPlace): void {
    const inner = schema && unwrap(schema);
    const place = {path, schema};
    if (Array.isArray(recorded) && Array.isArray(sandbox)) {
      this.#compareLists(recorded, sandbox, {
        path: [...path, null],
        schema: inner instanceof z.ZodArray ? (inner.element as z.ZodType) : undefined,
      });
    } else if (isObject(recorded) && isObject(sandbox)) {
      this.compareObjects(recorded, sandbox, place);
    } else if (recorded !== sandbox) {
      this.#compareLeaves(recorded, sandbox, place);
    }
  }

  /** @param without names that are not compared */
  compareObjects(recorded: Fields, sandbox: Fields, {path, schema}: FieldPlace, without: readonly string[] = []): void {
    const inner = schema && unwrap(schema);
    const shape = inner instanceof z.ZodObject ? (inner.shape as Record<string, z.ZodType>) : {};
    const names = new Set([...Object.keys(recorded), ...Object.keys(sandbox)]);
    for (const name of names) {
      const place = {path: [...path, name], schema: Object.hasOwn(shape, name) ? shape[name] : undefined};
      if (!without.includes(name)) {
        this.compare(recorded[name], sandbox[name], place);
      }
    }
  }

  add(kind: DifferenceClass, recorded: unknown, sandbox: unknown, {path, schema}: FieldPlace): void {
    const isInList = path.includes(null);
    this.differences.push({
      field: fieldText(path, schema !== undefined),
      class: kind,
      isPersonal: schema === undefined || isPersonalPart(path.at(-1) ?? undefined, schema) || !isOf(schema, recorded),
      path: isInList ? undefined : (path as readonly string[]),
      recorded,
      sandbox,
    });
  }

  addUndetermined(path: FieldPath, reason: string, differs: boolean): void {
    this.undetermined.push({field: fieldText(path, true), reason, differs});
  }

  #compareLeaves(recorded: unknown, sandbox: unknown, place: FieldPlace): void {
    const marks = place.schema === undefined ? {} : {...marksOf(unwrap(place.schema)), ...marksOf(place.schema)};
    const shapes = [shapeOf(recorded), shapeOf(sandbox)];
    if (marks.volatile && shapes[0] === shapes[1]) {
      return;
    }
    if (marks.derived && !this.isAlone && recorded !== undefined && sandbox !== undefined) {
      this.addUndetermined(place.path, 'computed from records that the recording may not show', true);
      return;
    }
    this.add(classOf(recorded, sandbox), recorded, sandbox, place);
  }

  #compareLists(recorded: readonly unknown[], sandbox: readonly unknown[], place: FieldPlace): void {
    const isKeyed = [...recorded, ...sandbox].every(item => isObject(item) && typeof item.id === 'number');
    if (!isKeyed) {
      for (let index = 0; index < Math.max(recorded.length, sandbox.length); index++) {
        if (index < recorded.length && index < sandbox.length) {
          this.compare(recorded[index], sandbox[index], place);
        } else {
          this.add(index < sandbox.length ? 'extra item' : 'missing item', recorded[index], sandbox[index], place);
        }
      }
      return;
    }
    const known = this.compareById(recorded as Fields[], sandbox as Fields[], place);
    const {missing, extra} = this.compareNew(known, place);
    for (const item of missing) {
      if (this.isPatch) {
        this.addUndetermined(place.path, 'the recording shows the record only after the write', true);
      } else {
        this.add('missing item', item, undefined, place);
      }
    }
    for (const item of extra) {
      this.add('extra item', undefined, item, place);
    }
    this.compareOrder(known.pairs, sandbox as Fields[], place);
  }

  /** Compares the items that both lists contain. @returns the others as well */
  compareById(recorded: readonly Fields[], sandbox: readonly Fields[], place: FieldPlace): PairedLists {
    const byId = new Map(sandbox.map(item => [item.id, item]));
    const pairs = recorded.flatMap(item => (byId.has(item.id) ? [[item, byId.get(item.id)!] as const] : []));
    for (const [one, other] of pairs) {
      this.compare(one, other, place);
    }
    return {pairs, ...without(pairs, recorded, sandbox)};
  }

  /** Compares new records, which have different ids. @returns the items without a counterpart */
  compareNew({missing, extra}: PairedLists, place: FieldPlace, isNew = (_: Fields, _isRecorded: boolean) => true) {
    const pairs = pairAlike(
      missing.filter(item => isNew(item, true)),
      extra.filter(item => isNew(item, false)),
    );
    for (const [one, other] of pairs) {
      this.compareObjects(one, other, place, ['id']);
    }
    return without(pairs, missing, extra);
  }

  compareOrder(pairs: PairedLists['pairs'], sandbox: readonly Fields[], {path, schema}: FieldPlace): void {
    const places = pairs.map(([, item]) => sandbox.indexOf(item));
    if (places.some((place, index) => index > 0 && place < places[index - 1]!)) {
      const ids = pairs.map(([{id}]) => id);
      const found = new Set(ids);
      const here = sandbox.map(({id}) => id).filter(id => found.has(id));
      this.add('order', ids, here, {path: path.slice(0, -1), schema});
    }
  }
}

/** The items without a pair. */
const without = (pairs: PairedLists['pairs'], recorded: readonly Fields[], sandbox: readonly Fields[]) => ({
  missing: recorded.filter(item => pairs.every(([one]) => one !== item)),
  extra: sandbox.filter(item => pairs.every(([, other]) => other !== item)),
});

/** Pairs each item of the shorter list with the one that has the most equal fields. */
export function pairAlike(some: readonly Fields[], others: readonly Fields[]): Array<readonly [Fields, Fields]> {
  const left = new Set(some);
  const pairs: Array<readonly [Fields, Fields]> = [];
  for (const other of others) {
    let best: Fields | undefined;
    let highest = -1;
    for (const one of left) {
      const found = likeness(one, other);
      [best, highest] = found > highest ? [one, found] : [best, highest];
    }
    if (best !== undefined) {
      left.delete(best);
      pairs.push([best, other]);
    }
  }
  return pairs;
}

const likeness = (one: Fields, other: Fields): number =>
  Object.keys(one).filter(name => JSON.stringify(one[name]) === JSON.stringify(other[name])).length;

function classOf(recorded: unknown, sandbox: unknown): DifferenceClass {
  if (recorded === undefined || sandbox === undefined) {
    return recorded === undefined ? 'extra field' : 'missing field';
  }
  if (recorded === null || sandbox === null) {
    return 'null';
  }
  const isSameType = typeof recorded === typeof sandbox && Array.isArray(recorded) === Array.isArray(sandbox);
  return isSameType ? 'value' : 'type';
}

/** True unless no field of a value can identify a person. */
function isPersonalPart(name: string | undefined, schema: z.ZodType): boolean {
  const fields = Array.from(leafFields(schema));
  return fields.length === 1 && fields[0]!.path === ''
    ? isPersonal(name, schema)
    : fields.some(leaf => leaf.isPersonal);
}

/** True if a field accepts the value. A rejected text or object may contain anything. */
const isOf = (schema: z.ZodType, value: unknown): boolean =>
  value === undefined || value === null || /^(?:number|boolean)$/.test(typeof value) || schema.safeParse(value).success;

/** A name outside of the contract may be data unless it looks like a field name. */
const isIdentifier = (name: string): boolean => /^[A-Za-z_][A-Za-z\d_]{0,59}$/.test(name);

function fieldText(path: FieldPath, isKnown: boolean): string {
  const steps = path.map((step, index) => {
    const isOwn = index < path.length - 1 || isKnown;
    return step === null ? '[]' : isOwn || isIdentifier(step) ? `.${step}` : '.(no identifier)';
  });
  return steps.join('').replace(/^\./, '') || 'body';
}
