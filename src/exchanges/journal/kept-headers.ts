type Headers = Readonly<Record<string, unknown>>;

/** The one that differs from reply to reply. */
const length = 'content-length';

/** Headers of a reply: those that it has in common with others, and its length. */
export interface KeptHeaders {
  readonly common: Headers;
  readonly length: unknown;
}

/** Replies have nearly the same headers each time: those of the last one are used again where they are. */
export class LatestHeaders {
  #common: Headers = {};
  #count = 0;

  keep(headers: Headers): KeptHeaders {
    let count = 0;
    let isSame = true;
    for (const name in headers) {
      if (name !== length) {
        count += 1;
        isSame &&= headers[name] === this.#common[name];
      }
    }
    if (!isSame || count !== this.#count) {
      const {[length]: _, ...common} = headers;
      this.#common = common;
      this.#count = count;
    }
    return {common: this.#common, length: headers[length]};
  }
}

export const headersOf = ({common, length: own}: KeptHeaders): Headers =>
  own === undefined ? common : {...common, [length]: own};
