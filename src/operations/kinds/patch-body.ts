import * as z from 'zod';
import {unwrap} from '../../schema/parse-body.js';
import type {Resource} from './kind.js';

/**
 * What a PATCH takes: nothing is required, and what the reply always has a value of takes no null, as that would empty
 * it. A null in a reference is another matter: its id may be null where the name is given.
 * @param body what it takes but for that
 */
export function patchBodyOf<T extends z.ZodObject>(
  body: T,
  {output, references = []}: Pick<Resource<never>, 'output' | 'references'>,
): T {
  const referring = new Set(references.flatMap(({id, name, alias}) => [id, name, alias]));
  const filled = Object.entries(body.shape as z.ZodRawShape).flatMap(([name, field]) => {
    const [shown, inner] = [output.shape[name], unwrap(field as z.ZodType)];
    const isEmptied = shown === undefined || shown instanceof z.ZodNullable || referring.has(name);
    const {description} = field as z.ZodType;
    const described = description === undefined ? inner : inner.describe(description);
    return isEmptied || inner instanceof z.ZodArray ? [] : [[name, described] as const];
  });
  return body.extend(Object.fromEntries(filled)).partial() as unknown as T;
}
