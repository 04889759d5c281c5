import * as z from 'zod';

/** What an operation answers with: one page of a list, one object, or the bare result. */
export type Reply =
  | {readonly kind: 'page'; readonly itemType: string | readonly string[]; readonly schema: z.ZodObject}
  | {readonly kind: 'object'; readonly schema: z.ZodObject}
  | {readonly kind: 'result'};

export const apiVersion = '1.0';

/** Contract: "Delete result". */
export const result = {api_version: apiVersion, result: 'success'} as const;

const version = z.literal(apiVersion);

/** The schema of a whole reply, closed: a field too many is as wrong as one too few. */
export function replySchema(reply: Reply): z.ZodObject {
  switch (reply.kind) {
    case 'page':
      return z.strictObject({
        api_version: version,
        items_count: z.int(),
        total_items: z.int(),
        limit: z.int(),
        offset: z.int(),
        next_item: z.int().optional(),
        next_link: z.url().optional(),
        item_type: z.enum([reply.itemType].flat()),
        items: z.array(reply.schema),
      });
    case 'object':
      return z.strictObject({api_version: version, ...reply.schema.shape});
    case 'result':
      return z.strictObject({api_version: version, result: z.literal('success')});
  }
}

/** Contract: "Errors"; the shape is the one observed. */
export const errorSchema = z.strictObject({api_version: version, error: z.string(), description: z.string()});
