import * as z from 'zod';
import {shortOperationIds} from '../../src/exchanges/pattern.js';
import {standardKinds} from '../../src/faults/fault-kinds.js';
import {scenarioNames} from '../../src/faults/scenarios.js';
import {ruleIds} from '../../src/findings/rule-ids.js';
import {otherFindings} from '../../src/findings/rules/index.js';
import {type JsonSchema, simplify} from '../../src/openapi/json-schemas.js';
import {nameSchemas} from '../../src/openapi/schema-names.js';
import {localNamePattern, seedSchema} from '../../src/openapi/seed-schema.js';
import type {Catalog} from '../../src/operations/kinds/catalog.js';
import type {Kind} from '../../src/operations/kinds/kind.js';
import {pascal} from '../../src/operations/names.js';
import {interfaceOf, type NamedSchemas, plain, type TypeStyle, typeOf} from './api-types.js';

/**
 * Writes the types that `schema/catalog-names.ts` leaves open: the names in the catalog, the records of a seed, and the
 * rows of a diff.
 */
export const libraryTypes = (catalog: Catalog): string =>
  [...nameTypes(catalog), ...rowTypes(catalog), ...seedTypes(catalog)].join('\n');

const unionOf = (about: string, name: string, words: readonly string[], type = ''): string =>
  `/** ${about} */\nexport type ${name} =${type}${words.map(word => `\n  | '${word}'`).join('')};\n`;

function nameTypes({operations}: Catalog): string[] {
  const ids = operations.map(({id}) => id);
  const kinds = standardKinds.filter(({alias}) => alias === undefined).map(({name}) => name);
  const others = otherFindings.map(({id}) => id);
  return [
    unionOf('The id of an operation.', 'OperationId', ids),
    unionOf('An operation by its id, or by a short form.', 'OperationRef', shortOperationIds(ids), '\n  | OperationId'),
    unionOf('The id of a rule of findings.', 'RuleId', ruleIds),
    unionOf('The rule of a finding.', 'FindingId', others, '\n  | RuleId'),
    unionOf('A kind of fault, as exchanges name it.', 'FaultKindName', kinds),
    unionOf('A set of fault rules.', 'ScenarioName', scenarioNames),
  ];
}

const isImported = ({output}: Kind): boolean => output !== undefined; // other kinds only have ids

/** A row that is stored in the form of a response has the type of the response. */
function rowTypes(catalog: Catalog): string[] {
  const {outputs} = nameSchemas(catalog);
  const kinds = catalog.kinds.filter(isImported);
  const names: string[] = [];
  const interfaces = kinds.flatMap(kind => {
    const shown = outputs.get(kind.detail?.output ?? kind.output!);
    const isAsShown = kind.row === undefined && shown !== undefined;
    const name = isAsShown ? shown : `${shown ?? pascal(kind.itemType!)}Row`;
    names.push(`  ${kind.name}: ${name};\n`);
    return isAsShown ? [] : [rowType(name, kind)];
  });
  return [
    ...interfaces,
    `/** The record as it is stored, by collection. */\nexport interface CollectionRows {\n${names.join('')}}\n`,
    'export type CollectionName = keyof CollectionRows;\n',
    'export type CollectionRow = CollectionRows[CollectionName];\n',
  ];
}

function rowType(name: string, {row, output, internal = []}: Kind): string {
  const override = ({jsonSchema}: {jsonSchema: JsonSchema}) => simplify(jsonSchema);
  const schema = z.toJSONSchema(row ?? output!, {override}) as JsonSchema & {properties: NamedSchemas};
  const fields = Object.entries(schema.properties).filter(([field]) => !internal.includes(field));
  return interfaceOf(name, {...schema, properties: Object.fromEntries(fields)});
}

const seedHead = `/** A number, or one in quotes. */
export type Numeric = number | \`\${number}\`;

/** \`$ada\`: the id of the record with \`$id: 'ada'\`. */
export type LocalName = string;
`;

/**
 * The records of a seed, from its JSON schema. An object with a title becomes an interface. For a field that accepts
 * only certain words, any text compiles, because an imported JSON file has no narrower type.
 */
function seedTypes(catalog: Catalog): string[] {
  const {$defs} = seedSchema(catalog) as {readonly $defs: NamedSchemas};
  const names = seedNames(catalog);
  const interfaces = new Map<string, string>();
  const add = (name: string, schema: JsonSchema): string => {
    const text = interfaceOf(name, schema, style);
    if ((interfaces.get(name) ?? text) !== text) {
      throw new Error(`two objects of seeds are named ${name}`);
    }
    interfaces.set(name, text);
    return name;
  };
  const style: TypeStyle = {
    number: 'Numeric',
    list: 'readonly ',
    typeOf: ({$ref, title, pattern, ...schema}) => {
      if (typeof title === 'string') {
        return add(`${title}Seed`, schema);
      }
      if (schema['type'] === 'string' && (schema['enum'] ?? schema['const']) !== undefined) {
        return `${typeOf(schema, plain)} | (string & {})`;
      }
      return pattern === localNamePattern ? 'LocalName' : names.get(String($ref).replace('#/$defs/', ''));
    },
  };
  const lists = Array.from(names, ([kind, name]) => `  readonly ${kind}?: readonly ${add(name, $defs[kind]!)}[];\n`);
  const records = `export interface SeedRecords {\n${lists.join('')}}\n`;
  return [
    seedHead,
    ...interfaces.values(),
    `/** Each record has fields of a body, of a response, or of both. */\n${records}`,
  ];
}

/** The type names by kind: `GiftSeed`, or `TypeValueSeed` for all kinds that share a response. */
function seedNames(catalog: Catalog): ReadonlyMap<string, string> {
  const {outputs} = nameSchemas(catalog);
  const kinds = catalog.kinds.filter(isImported);
  const isShared = (kind: Kind) => kinds.some(other => other !== kind && other.output === kind.output);
  return new Map(
    kinds.map(kind => [kind.name, `${isShared(kind) ? outputs.get(kind.output!) : pascal(kind.itemType!)}Seed`]),
  );
}
