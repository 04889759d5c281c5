import type {ServerResponse} from 'node:http';

type Headers = Readonly<Record<string, unknown>>;

/** The one that differs from reply to reply. */
const length = 'content-length';

/**
 * The headers of replies. Nearly all have the same each time: those of the last one are used again where they are, and
 * `getHeaders`, which makes them anew, is asked only where they are not.
 */
export class ReplyHeaders {
  #names: readonly string[] = [];
  /** Without the length. */
  #common: Headers = {};

  /** Names in lower case. */
  of(response: Pick<ServerResponse, 'getHeader' | 'getHeaderNames' | 'getHeaders'>): Headers {
    if (!this.#isAsLast(response)) {
      const {[length]: _, ...common} = response.getHeaders();
      this.#common = common;
      this.#names = response.getHeaderNames();
    }
    const own = response.getHeader(length);
    return own === undefined ? this.#common : {...this.#common, [length]: own};
  }

  #isAsLast(response: Pick<ServerResponse, 'getHeader' | 'getHeaderNames'>): boolean {
    const names = response.getHeaderNames();
    return (
      names.length === this.#names.length &&
      names.every(
        (name, index) =>
          name === this.#names[index] && (name === length || response.getHeader(name) === this.#common[name]),
      )
    );
  }
}
