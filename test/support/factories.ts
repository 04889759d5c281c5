import type {Reply, TestSandbox} from './sandbox.js';

let count = 0;

/** Returns the key of an account that no other test uses. */
export const ownKey = () => `sbx_test-${++count}`;

/** A client with its own account, copied from the baseline. */
export function ownAccount(sandbox: TestSandbox) {
  const call = {key: ownKey()};
  return {
    key: call.key,
    get: (path: string) => sandbox.get(`/api/v1/${path}`, call),
    post: (path: string, body?: unknown) => sandbox.post(`/api/v1/${path}`, body, call),
    patch: (path: string, body?: unknown) => sandbox.patch(`/api/v1/${path}`, body, call),
    put: (path: string, body?: unknown) => sandbox.put(`/api/v1/${path}`, body, call),
    delete: (path: string) => sandbox.delete(`/api/v1/${path}`, call),
  };
}

export type Client = ReturnType<typeof ownAccount>;

/** Returns the body of a response with status 200. @throws on any other status */
export async function created(reply: Promise<Reply>) {
  const {status, body, text} = await reply;
  if (status !== 200) {
    throw new Error(`expected 200, got ${status}: ${text}`);
  }
  return body;
}

/** The minimal body of a constituent. */
export const constituentBody = {first_name: 'Ivo', last_name: 'Marsh', email_addresses: []};

export const newConstituent = (client: Client, more: object = {}) =>
  created(client.post('constituents', {...constituentBody, ...more}));

export const newCategory = (client: Client, more: object = {}) =>
  created(client.post('categories', {item_type: 'Constituent', name: 'Colours', ...more}));

export const newKeyword = (client: Client, category_id: number, name: string) =>
  created(client.post(`categories/${category_id}/keywords`, {name}));

export const newGift = (client: Client, constituentId: number, more: object = {}) =>
  created(client.post(`constituents/${constituentId}/gifts`, {gift_type_id: 1, ...more}));

/** All items of a list, page after page. */
export async function everyItem(client: Client, path: string, limit = 500) {
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without declaring their types
  const items: any[] = [];
  for (;;) {
    const separator = path.includes('?') ? '&' : '?';
    const {body} = await client.get(`${path}${separator}limit=${limit}&offset=${items.length}`);
    items.push(...body.items);
    if (body.next_item === undefined) {
      return items;
    }
  }
}
