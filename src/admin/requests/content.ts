import type {Readable} from 'node:stream';

/** A response that is not JSON. */
export class Content {
  /**
   * @param type value of the header `Content-Type`
   * @param body a text, or a stream, which is destroyed when the client disconnects
   * @param headers additional headers
   */
  constructor(
    readonly type: string,
    readonly body: string | Readable,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}
