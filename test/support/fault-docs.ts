import * as z from 'zod';
import {standardKinds} from '../../src/faults/fault-kinds.js';
import {matchSchema, ruleSchemaOf} from '../../src/faults/rules/rule-schema.js';

type Schema = Readonly<Record<string, unknown>>;

type Fields = ReadonlyArray<readonly [name: string, schema: Schema]>;

function typeOf(schema: Schema): string {
  const {type, const: constant, enum: words, anyOf, properties} = schema;
  if (Array.isArray(anyOf)) {
    return anyOf.map(typeOf).join(' | ');
  }
  if (Array.isArray(words)) {
    return words.map(word => `'${word}'`).join(' | ');
  }
  if (type === 'object') {
    return properties === undefined ? 'Readonly<Record<string, unknown>>' : `{${fieldsOf(schema).join('; ')}}`;
  }
  return constant === undefined ? (type === 'integer' ? 'number' : String(type)) : JSON.stringify(constant);
}

/** Breaks a long field into lines as the formatter does. */
function lineOf([name, schema]: readonly [string, Schema]): string {
  const comment = schema['description'] === undefined ? '' : `  /** ${schema['description']} */\n`;
  const line = `  readonly ${name}?: ${typeOf(schema)} | undefined;\n`;
  const parts = fieldsOf(schema).map(field => `        ${field};\n`);
  const lines = `  readonly ${name}?:\n    | {\n${parts.join('')}      }\n    | undefined;\n`;
  return comment + (line.length <= 121 ? line : lines);
}

const entriesOf = ({properties = {}}: Schema): Fields => Object.entries(properties as Readonly<Record<string, Schema>>);

const fieldsOf = (schema: Schema): string[] =>
  entriesOf(schema).map(([name, field]) =>
    ((schema['required'] ?? []) as readonly string[]).includes(name)
      ? `readonly ${name}: ${typeOf(field)}`
      : `readonly ${name}?: ${typeOf(field)} | undefined`,
  );

const occurrences = ['nth', 'after', 'times', 'every', 'probability', 'seed'];

const interfaceOf = (head: string, fields: Fields, line = lineOf) => `${head} {\n${fields.map(line).join('')}}\n`;

/** These refer to another interface of the file. */
const references: Readonly<Record<string, string>> = {
  match: '  readonly match?: Match | undefined;\n',
  fault: '  readonly fault: FaultSpec;\n',
};

/** `src/faults/rules/fault-rule.ts`: the types of a rule and of its `fault`. */
export function faultRuleText(kinds = standardKinds): string {
  const rule = entriesOf(z.toJSONSchema(ruleSchemaOf(kinds), {io: 'input', unrepresentable: 'any'}));
  const [, fault] = rule.find(([name]) => name === 'fault')!;
  return [
    '/** The types of fault rules. Generated from their schemas: `npm run docs` writes this file. */\n',
    `/** One kind of fault, and its parts. */\n${interfaceOf('export interface FaultSpec', entriesOf(fault))}`,
    interfaceOf('interface Match', entriesOf(z.toJSONSchema(matchSchema, {io: 'input'}))),
    `/** Selects matching requests. Default: all of them */\n${interfaceOf(
      'export interface Occurrences',
      rule.filter(([name]) => occurrences.includes(name)),
    )}`,
    `/** A rule in object form: \`{operation: 'createGift', nth: 2, fault: {lost: true}}\`. */\n${interfaceOf(
      'export interface FaultRule extends Occurrences',
      rule.filter(([name]) => !occurrences.includes(name)),
      field => references[field[0]] ?? lineOf(field),
    )}`,
  ].join('\n');
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
