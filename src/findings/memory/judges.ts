import type {FullExchange} from '../../exchanges/exchange.js';
import type {Operation} from '../../operations/operation.js';
import type {Mistake, Rule} from '../rule.js';
import type {Session} from '../session.js';

const none: readonly string[] = [];

/** Which rules the exchange that was read last is against. */
export class LatestRules {
  #exchange: FullExchange | undefined;
  #ids = none;

  begin(exchange: FullExchange): void {
    this.#exchange = exchange;
    this.#ids = none;
  }

  add(id: string): void {
    if (!this.#ids.includes(id)) {
      this.#ids = [...this.#ids, id];
    }
  }

  /** Their ids, each once; none of any other exchange. */
  of(exchange: FullExchange): readonly string[] {
    return exchange === this.#exchange ? this.#ids : none;
  }
}

/** A rule at work. It is asked of each request, so that it holds what is asked, and whether it ever judged. */
export interface Judge {
  readonly rule: Rule;
  readonly judge: (exchange: FullExchange, session: Session) => readonly Mistake[] | undefined;
  hasJudged: boolean;
}

const judgesOf = (rules: readonly Rule[], how: 'inspect' | 'inspectInjected'): readonly Judge[] =>
  rules.flatMap(rule => {
    const judge = rule[how];
    return judge === undefined ? [] : [{rule, judge, hasJudged: false}];
  });

/** What requests have that some rules look at only. */
interface Facts {
  readonly hasQuery: boolean;
  readonly isRefused: boolean;
}

const everyFacts: readonly Facts[] = [false, true].flatMap(hasQuery =>
  [false, true].map(isRefused => ({hasQuery, isRefused})),
);

const placeOf = ({hasQuery, isRefused}: Facts): number => (hasQuery ? 2 : 0) + (isRefused ? 1 : 0);

const looksAt = ({only}: Rule, {hasQuery, isRefused}: Facts): boolean =>
  only === undefined || (only === 'with a query' ? hasQuery : isRefused);

/** Which rules are asked of a request. */
export class Judges {
  readonly #rules: readonly Rule[];
  readonly #byOperation = new Map<Operation | undefined, ReadonlyArray<readonly Judge[]>>();
  /** Those that look at what is injected. */
  readonly ofInjected: readonly Judge[];

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
    this.ofInjected = judgesOf(rules, 'inspectInjected');
  }

  of({operation, url, status}: FullExchange): readonly Judge[] {
    let judges = this.#byOperation.get(operation);
    if (judges === undefined) {
      const all = judgesOf(
        this.#rules.filter(rule => rule.reads?.(operation) ?? true),
        'inspect',
      );
      judges = everyFacts.map(facts => all.filter(({rule}) => looksAt(rule, facts)));
      this.#byOperation.set(operation, judges);
    }
    return judges[placeOf({hasQuery: url.includes('?'), isRefused: status >= 400})]!;
  }
}
