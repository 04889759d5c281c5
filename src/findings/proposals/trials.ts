import type {FullExchange} from '../../exchanges/exchange.js';
import {requestText} from '../merging.js';
import {type FindingRule, isSequence, type Mistake} from '../rule.js';
import type {Session} from '../session.js';
import {corrected} from './corrected.js';
import {tried} from './trial.js';

/** Characters of a body. Findings about longer bodies propose no request. */
const maxBody = 65_536;

/** Trials that may wait for an idle turn. */
const maxTrials = 100;

/** The trials of proposed requests, which run in the idle turns after the response, one in each. */
export class Trials {
  readonly #waiting: Array<() => void> = [];

  constructor(
    readonly rules: readonly FindingRule[],
    readonly onError: (error: unknown) => void = () => undefined,
  ) {}

  add(run: () => void): void {
    this.#waiting.push(run);
    if (this.#waiting.length > maxTrials) {
      this.#waiting.shift()!();
    } else if (this.#waiting.length === 1) {
      setImmediate(() => this.#runNext());
    }
  }

  #runNext(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) {
      setImmediate(() => this.#runNext());
    }
  }

  settle(): void {
    while (this.#waiting.length > 0) {
      this.#waiting.shift()!();
    }
  }

  /** The request that a mistake proposes, if it passes its trial on the state before the mistake. */
  proposal(rule: FindingRule, mistake: Mistake, session: Session, exchange?: FullExchange): string | null {
    const state = exchange?.before ?? session.state;
    if (state === undefined || (exchange?.rawBody?.length ?? 0) > maxBody) {
      return null;
    }
    try {
      const judgesOne = !isSequence(rule);
      const corrects = () => (judgesOne && exchange !== undefined ? corrected(exchange, session) : undefined);
      const first = (mistake.request ?? corrects)();
      const request = first && tried(first, state, session, judgesOne ? this.rules : []);
      return request === undefined ? null : requestText(request);
    } catch (error) {
      this.onError(error);
      return null;
    }
  }
}
