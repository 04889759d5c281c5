import type {Readable} from 'node:stream';

/** What an operation answers that is no JSON. */
export class Content {
  /**
   * @param type as the header `Content-Type` has it
   * @param body a text, or what makes one while it is sent; it is destroyed once nobody reads it any more
   * @param headers further ones
   */
  constructor(
    readonly type: string,
    readonly body: string | Readable,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}
