import * as z from 'zod';
import {standardKinds} from '../../src/faults/fault-kinds.js';
import {faultSchema} from '../../src/faults/rules/rule-schema.js';

type Schema = Readonly<Record<string, unknown>>;

function typeOf(schema: Schema): string {
  const {type, const: constant} = schema;
  if (type === 'object') {
    return `{${fieldsOf(schema).join('; ')}}`;
  }
  return constant === undefined ? (type === 'integer' ? 'number' : String(type)) : JSON.stringify(constant);
}

/** Breaks a long field into lines as the formatter does. */
function lineOf([name, schema]: readonly [string, Schema]): string {
  const line = `  readonly ${name}?: ${typeOf(schema)} | undefined;\n`;
  const parts = fieldsOf(schema).map(field => `        ${field};\n`);
  return line.length <= 121 ? line : `  readonly ${name}?:\n    | {\n${parts.join('')}      }\n    | undefined;\n`;
}

const fieldsOf = ({properties = {}, required = []}: Schema): string[] =>
  Object.entries(properties as Readonly<Record<string, Schema>>).map(([name, schema]) =>
    (required as readonly string[]).includes(name)
      ? `readonly ${name}: ${typeOf(schema)}`
      : `readonly ${name}?: ${typeOf(schema)} | undefined`,
  );

/** `src/faults/rules/fault-spec.ts`: the type of a rule's `fault`. */
export function faultSpecText(kinds = standardKinds): string {
  const {properties} = z.toJSONSchema(faultSchema(kinds), {io: 'input'});
  return `/** One kind of fault, and its parts. Generated from the kinds of fault: \`npm run docs\` writes this file. */
export interface FaultSpec {
${Object.entries(properties as Readonly<Record<string, Schema>>)
  .map(lineOf)
  .join('')}}
`;
}

const place = /(<!-- kinds of fault -->\n)[\s\S]*?(\n<!-- end -->)/;

/** Returns `docs/faults.md` with its table of kinds as the code has them. */
export function withFaultTable(page: string, kinds = standardKinds): string {
  if (!place.test(page)) {
    throw new Error('the page has no place for the kinds of fault');
  }
  const rows = kinds.map(({docs: {short, object, about}}) => `| ${short} | ${object} | ${about} |`);
  const table = ['| in one word | as an object | what the client gets |', '| --- | --- | --- |', ...rows].join('\n');
  return page.replace(place, (_, start: string, end: string) => `${start}\n${table}\n${end}`);
}
