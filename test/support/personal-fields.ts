import type * as z from 'zod';
import {catalog} from '../../src/resources/index.js';
import {leafFields} from '../../src/sandbox/compare/privacy.js';

/** Lists every value that a response can contain, one per line, such as `gifts.note personal`. */
export function personalFieldsText(): string {
  const kinds = catalog.kinds.flatMap(({name, output, detail}) => [
    ...(output === undefined ? [] : linesOf(name, output)),
    ...(detail === undefined ? [] : linesOf(`${name} (detail)`, detail.output)),
  ]);
  const ofKinds = new Set(catalog.kinds.flatMap(({output, detail}) => [output, detail?.output]));
  const others = catalog.operations.flatMap(({id, reply}) =>
    reply.kind === 'result' || ofKinds.has(reply.schema) ? [] : linesOf(id, reply.schema),
  );
  return `${[...kinds, ...others].join('\n')}\n`;
}

const linesOf = (name: string, schema: z.ZodObject): string[] =>
  Array.from(leafFields(schema), ({path, isPersonal}) => `${name}.${path} ${isPersonal ? 'personal' : '-'}`);
