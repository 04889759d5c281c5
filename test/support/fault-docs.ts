import * as z from 'zod';
import type {FaultKind} from '../../src/faults/fault-kind.js';
import {standardKinds} from '../../src/faults/fault-kinds.js';
import {ruleFields} from '../../src/faults/rules/rule-fields.js';
import {matchSchema, ruleSchemaOf} from '../../src/faults/rules/rule-schema.js';
import {withSection} from './generated-section.js';

type Schema = Readonly<Record<string, unknown>>;

type Fields = ReadonlyArray<readonly [name: string, schema: Schema]>;

function typeOf(schema: Schema): string {
  const {type, const: constant, enum: words, anyOf, properties, additionalProperties} = schema;
  if (Array.isArray(anyOf)) {
    return anyOf.map(typeOf).join(' | ');
  }
  if (Array.isArray(words)) {
    return words.map(word => `'${word}'`).join(' | ');
  }
  if (type === 'object') {
    const values = () => typeOf((additionalProperties ?? {}) as Schema);
    return properties === undefined ? `Readonly<Record<string, ${values()}>>` : objectType(schema);
  }
  if (constant !== undefined) {
    return JSON.stringify(constant);
  }
  return type === 'integer' ? 'number' : [type ?? 'unknown'].flat().join(' | ');
}

/** An object with only optional fields is a choice of exactly one of them. */
const objectType = (schema: Schema): string =>
  schema['required'] === undefined
    ? `OneOf<${entriesOf(schema)
        .map(([name, field]) => `{readonly ${name}: ${typeOf(field)}}`)
        .join(' | ')}>`
    : `{${fieldsOf(schema).join('; ')}}`;

/** Types that the schema does not describe. */
const knownTypes: Readonly<Record<string, string>> = {match: 'Match', operation: "OperationRef | '*'"};

function lineOf([name, schema]: readonly [string, Schema]): string {
  const comment = schema['description'] === undefined ? '' : `  /** ${schema['description']} */\n`;
  return `${comment}  readonly ${name}?: ${knownTypes[name] ?? typeOf(schema)} | undefined;\n`;
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

/** The type of a fault kind: its field and the details. */
function kindType(kind: FaultKind): string {
  const schema = z.toJSONSchema(ruleFields.body(kind.fields(ruleFields)), {io: 'input'});
  const [name, ...details] = fieldsOf({...schema, required: [kind.name]});
  const line = `  | {${[name, ...details].join('; ')}}\n`;
  const broken = line.replace(/^ {2}\| \{(.*)OneOf<(.*)>\}\n$/, (_, head: string, parts: string) => {
    const members = parts.replaceAll('} | {', '}\n        | {');
    return `  | {\n      ${head}OneOf<\n        | ${members}\n      >;\n    }\n`;
  });
  const [, head, fields = ''] = /^ {2}\| \{(readonly \w+: )\{(.*)\}\}\n$/.exec(line) ?? [];
  const parts = fields.split('; ').map(field => `        ${field};\n`);
  const nested = head && `  | {\n      ${head}{\n${parts.join('')}      };\n    }\n`;
  return line.length > 121 ? (nested ?? broken) : line;
}

const oneOf = `type FieldsOf<Union> = Union extends unknown ? keyof Union : never;

/** One member of a union of objects, without the fields of the others. */
type OneOf<Union, Member = Union> = Member extends unknown
  ? Member & {readonly [other in Exclude<FieldsOf<Union>, keyof Member>]?: undefined}
  : never;
`;

/** Returns the text of `src/faults/rules/fault-rule.ts`: the types of a rule and its `fault`. */
export function faultRuleText(kinds = standardKinds): string {
  const rule = entriesOf(z.toJSONSchema(ruleSchemaOf(kinds), {io: 'input', unrepresentable: 'any'}));
  return [
    "import type {OperationRef} from '../../schema/catalog-names.js';\n",
    '/** The types of fault rules. Generated from their schemas: `npm run docs` writes this file. */\n',
    oneOf,
    '/** Exactly one kind of fault, and its parts. */',
    `export type FaultSpec = OneOf<\n${kinds.map(kindType).join('')}>;\n`,
    interfaceOf('interface Match', entriesOf(z.toJSONSchema(matchSchema, {io: 'input'}))),
    `/** Selects matching requests. Default: all of them */\n${interfaceOf(
      'export interface Occurrences',
      rule.filter(([name]) => occurrences.includes(name)),
    )}`,
    `/** A rule in object form: \`{operation: 'createGift', nth: 2, fault: {lost: true}}\`. */\n${interfaceOf(
      'export interface FaultRule extends Occurrences',
      rule.filter(([name]) => !occurrences.includes(name)),
      field => (field[0] === 'fault' ? '  readonly fault: FaultSpec;\n' : lineOf(field)),
    )}`,
  ].join('\n');
}

/** Updates the table of kinds in `docs/test/faults.md`. */
export function withFaultTable(page: string, kinds = standardKinds): string {
  const rows = kinds.map(({docs: {short, object, about}}) => `| ${short} | ${object} | ${about} |`);
  const table = ['| in one word | as an object | what the client gets |', '| --- | --- | --- |', ...rows].join('\n');
  return withSection(page, 'kinds of fault', table);
}
