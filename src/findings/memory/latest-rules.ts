import type {FullExchange} from '../../exchanges/exchange.js';

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
