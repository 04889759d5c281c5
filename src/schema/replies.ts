import * as z from 'zod';
import {impersonal, marked} from './marks.js';

/** The response of an operation: one page of a list, one object, or only the result. */
export type Reply =
  | {readonly kind: 'page'; readonly itemType: string | readonly string[]; readonly schema: z.ZodObject}
  | {readonly kind: 'object'; readonly schema: z.ZodObject}
  | {readonly kind: 'result'};

export const apiVersion = '1.0';

/** Contract: "Delete result". */
export const result = {api_version: apiVersion, result: 'success'} as const;

const version = z.literal(apiVersion).describe('The version of the API.');

/** The schema of a whole response. It is strict: an extra field is as wrong as a missing one. */
export function replySchema(reply: Reply): z.ZodObject {
  switch (reply.kind) {
    case 'page':
      return z.strictObject({
        api_version: version,
        items_count: impersonal(z.int()).describe('The number of items on this page.'),
        total_items: impersonal(z.int()).describe('The total number of items.'),
        limit: impersonal(z.int()).describe('The maximum number of items on a page.'),
        offset: impersonal(z.int()).describe('The position of the first item, from 0.'),
        next_item: impersonal(z.int()).optional().describe('The position of the next page; absent on the last page.'),
        next_link: marked(z.url(), {volatile: true})
          .optional()
          .describe('The URL of the next page; absent on the last page.'),
        item_type: z.enum([reply.itemType].flat()).describe('The kind of the items.'),
        items: z.array(reply.schema).describe('The items.'),
      });
    case 'object':
      return z.strictObject({api_version: version, ...reply.schema.shape});
    case 'result':
      return z.strictObject({api_version: version, result: z.literal('success').describe('Confirms the result.')});
  }
}

/** Contract: "Errors"; the shape was observed. */
export const errorSchema = z.strictObject({
  api_version: version,
  error: z.string().describe('The title of the error.'),
  description: z.string().describe('The cause of the error, its place, and a correct value.'),
});
