import {isFields} from './document-head.js';

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object';

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value) as Kind;

const fieldsOf = (value: object) => Object.keys(value).sort().join();

/**
 * The form that most of some values have: their kind, and of arrays and objects the form of what is in them. A null
 * says nothing, and passes anywhere.
 */
export class UsualForm {
  readonly #kinds = new Tally<Kind>();
  readonly #fieldSets = new Tally<string>();
  readonly #fields = new Map<string, UsualForm>();
  #items: UsualForm | undefined;

  static of(values: readonly unknown[]): UsualForm {
    const form = new UsualForm();
    for (const value of values) {
      form.#learn(value);
    }
    return form;
  }

  /** Where and how a value departs from the others: `.received_amount must be ...`; undefined where it does not. */
  fault(value: unknown): string | undefined {
    if (value === null) {
      return undefined;
    }
    const kind = kindOf(value);
    const usual = this.#kinds.most;
    if (kind !== usual) {
      return ` must be of the kind ${usual}, as the others are, and is of the kind ${kind}`;
    }
    if (Array.isArray(value)) {
      return firstFault(value, (item, index) => prefixed(`[${index}]`, this.#items?.fault(item)));
    }
    return isFields(value) ? this.#faultOfFields(value) : undefined;
  }

  #faultOfFields(value: object): string | undefined {
    const usual = this.#fieldSets.most ?? '';
    if (fieldsOf(value) !== usual) {
      const wanted = usual.split(',');
      const lacking = wanted.filter(field => !Object.hasOwn(value, field));
      const more = Object.keys(value).filter(field => !wanted.includes(field));
      const faults = [
        lacking.length > 0 && `it lacks ${lacking.join(', ')}`,
        more.length > 0 && `${more.join(', ')} is too much`,
      ];
      return ` must have the fields that the others have: ${faults.filter(Boolean).join('; ')}`;
    }
    return firstFault(Object.entries(value), ([field, inner]) =>
      prefixed(`.${field}`, this.#fields.get(field)?.fault(inner)),
    );
  }

  #learn(value: unknown): void {
    if (value === null) {
      return;
    }
    this.#kinds.add(kindOf(value));
    if (Array.isArray(value)) {
      this.#items ??= new UsualForm();
      for (const item of value) {
        this.#items.#learn(item);
      }
    } else if (isFields(value)) {
      this.#fieldSets.add(fieldsOf(value));
      for (const [field, inner] of Object.entries(value)) {
        const form = this.#fields.get(field) ?? new UsualForm();
        this.#fields.set(field, form);
        form.#learn(inner);
      }
    }
  }
}

/** Counts, and knows what came most often. */
class Tally<T> {
  readonly #counts = new Map<T, number>();

  add(value: T): void {
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
  }

  get most(): T | undefined {
    let [most, count]: [T | undefined, number] = [undefined, 0];
    for (const [value, times] of this.#counts) {
      if (times > count) {
        [most, count] = [value, times];
      }
    }
    return most;
  }
}

const prefixed = (path: string, fault: string | undefined) => (fault === undefined ? undefined : `${path}${fault}`);

function firstFault<T>(items: readonly T[], faultOf: (item: T, index: number) => string | undefined) {
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, index);
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}
