import type {Context} from 'koa';

/** Contract: "Authentication". */
type Scheme = 'basic' | 'bearer' | 'access_token';

export interface Credentials {
  readonly scheme: Scheme;
  readonly key: string;
}

/** Reads a request's key; the header takes precedence over the query. */
export function readCredentials(ctx: Context): Credentials | undefined {
  const {authorization: header = ''} = ctx.req.headers;
  return header === '' ? fromQuery(ctx) : (fromBasic(header) ?? fromBearer(header));
}

/** `Authorization: Basic base64(<key>:)`: the user name is the key; the password is ignored. */
function fromBasic(header: string): Credentials | undefined {
  const encoded = /^basic +(\S+) *$/i.exec(header)?.[1];
  if (encoded === undefined) {
    return undefined;
  }
  const [key = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 1);
  return {scheme: 'basic', key};
}

/** `Authorization: Bearer <key>` */
function fromBearer(header: string): Credentials | undefined {
  const key = /^bearer +(\S+) *$/i.exec(header)?.[1];
  return key === undefined ? undefined : {scheme: 'bearer', key};
}

/** `?access_token=<key>` */
function fromQuery(ctx: Context): Credentials | undefined {
  const key = [ctx.query.access_token].flat()[0];
  return key === undefined || key === '' ? undefined : {scheme: 'access_token', key};
}
