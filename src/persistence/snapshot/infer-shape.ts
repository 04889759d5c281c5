import type {Steps} from '../../workload/steps.js';
import {isFields} from './document-head.js';

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object';

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value) as Kind;

/** `an array`, `a string` */
const withArticle = (kind: Kind) => (/^[aeio]/.test(kind) ? `an ${kind}` : `a ${kind}`);

/**
 * The form that most of some values have: their kind, and of arrays and objects the form of what is in them. A null
 * says nothing, and passes anywhere.
 */
export class InferredShape {
  readonly #kinds = new MostCommon<Kind>();
  readonly #fieldSets = new MostCommon<string>();
  readonly #fields = new Map<string, InferredShape>();
  #items: InferredShape | undefined;
  /** The last field names that were sorted, as they came and sorted: most rows of a collection have them in one order. */
  #names = '';
  #sortedNames = '';

  static *of(values: readonly unknown[]): Steps<InferredShape> {
    const form = new InferredShape();
    for (const [place, value] of values.entries()) {
      form.#learn(value);
      if (place % 256 === 0) {
        yield;
      }
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
    if (this.#fieldsOf(value) !== usual) {
      const wanted = usual.split(',');
      const lacking = wanted.filter(field => !Object.hasOwn(value, field));
      const more = Object.keys(value).filter(field => !wanted.includes(field));
      const problems = [
        lacking.length > 0 && `it lacks ${lacking.join(', ')}`,
        more.length > 0 && `${more.join(', ')} is too much`,
      ];
      return ` must have the fields that the others have: ${problems.filter(Boolean).join('; ')}`;
    }
    for (const field of Object.keys(value)) {
      const problem = this.#fields.get(field)?.problem((value as Record<string, unknown>)[field]);
      if (problem !== undefined) {
        return `.${field}${problem}`;
      }
    }
    return undefined;
  }

  #fieldsOf(value: object): string {
    const names = Object.keys(value);
    const given = names.join();
    if (given !== this.#names) {
      this.#names = given;
      this.#sortedNames = names.sort().join();
    }
    return this.#sortedNames;
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
      this.#fieldSets.add(this.#fieldsOf(value));
      for (const field of Object.keys(value)) {
        const form = this.#fields.get(field) ?? new InferredShape();
        this.#fields.set(field, form);
        form.#learn((value as Record<string, unknown>)[field]);
      }
    }
  }
}

/** Counts, and knows what came most often. */
class MostCommon<T> {
  readonly #counts = new Map<T, number>();

  #most: T | undefined;

  add(value: T): void {
    const count = (this.#counts.get(value) ?? 0) + 1;
    this.#counts.set(value, count);
    if (value !== this.#most && (this.#most === undefined || count > this.#counts.get(this.#most)!)) {
      this.#most = value;
    }
  }

  get most(): T | undefined {
    return this.#most;
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
