import {isFields} from './document-head.js';

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object';

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value) as Kind;

/** `an array`, `a string` */
const withArticle = (kind: Kind) => (/^[aeio]/.test(kind) ? `an ${kind}` : `a ${kind}`);

const fieldsOf = (value: object) => Object.keys(value).sort().join();

/**
 * The form that most of some values have: their kind, and of arrays and objects the form of what is in them. A null
 * says nothing, and passes anywhere.
 */
export class InferredShape {
  readonly #kinds = new MostCommon<Kind>();
  readonly #fieldSets = new MostCommon<string>();
  readonly #fields = new Map<string, InferredShape>();
  #items: InferredShape | undefined;

  static of(values: readonly unknown[]): InferredShape {
    const form = new InferredShape();
    for (const value of values) {
      form.#learn(value);
    }
    return form;
  }

  /** Where and how a value departs from the others: `.received_amount must be ...`; undefined where it does not. */
  problem(value: unknown): string | undefined {
    if (value === null) {
      return undefined;
    }
    const kind = kindOf(value);
    const usual = this.#kinds.most;
    if (kind !== usual) {
      return ` must be ${withArticle(usual!)} like the others, got ${withArticle(kind)}`;
    }
    if (Array.isArray(value)) {
      return firstProblem(value, (item, index) => prefixed(`[${index}]`, this.#items?.problem(item)));
    }
    return isFields(value) ? this.#problemOfFields(value) : undefined;
  }

  #problemOfFields(value: object): string | undefined {
    const usual = this.#fieldSets.most ?? '';
    if (fieldsOf(value) !== usual) {
      const wanted = usual.split(',');
      const lacking = wanted.filter(field => !Object.hasOwn(value, field));
      const more = Object.keys(value).filter(field => !wanted.includes(field));
      const problems = [
        lacking.length > 0 && `it lacks ${lacking.join(', ')}`,
        more.length > 0 && `${more.join(', ')} is too much`,
      ];
      return ` must have the fields that the others have: ${problems.filter(Boolean).join('; ')}`;
    }
    return firstProblem(Object.entries(value), ([field, inner]) =>
      prefixed(`.${field}`, this.#fields.get(field)?.problem(inner)),
    );
  }

  #learn(value: unknown): void {
    if (value === null) {
      return;
    }
    this.#kinds.add(kindOf(value));
    if (Array.isArray(value)) {
      this.#items ??= new InferredShape();
      for (const item of value) {
        this.#items.#learn(item);
      }
    } else if (isFields(value)) {
      this.#fieldSets.add(fieldsOf(value));
      for (const [field, inner] of Object.entries(value)) {
        const form = this.#fields.get(field) ?? new InferredShape();
        this.#fields.set(field, form);
        form.#learn(inner);
      }
    }
  }
}

/** Counts, and knows what came most often. */
class MostCommon<T> {
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

const prefixed = (path: string, problem: string | undefined) =>
  problem === undefined ? undefined : `${path}${problem}`;

function firstProblem<T>(items: readonly T[], problemOf: (item: T, index: number) => string | undefined) {
  for (const [index, item] of items.entries()) {
    const problem = problemOf(item, index);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}
