import type * as z from 'zod';
import {type Operation, possibleStatuses} from '../operations/operation.js';
import {assumptionsOn, assumptionsOnAllOf, reasonOf} from './assumptions.js';
import type {JsonSchema} from './json-schemas.js';
import type {OperationSchemas} from './schema-names.js';

/** `{'x-assumed': [...]}`, or empty if there is no assumption. */
type Assumed = {readonly 'x-assumed'?: readonly string[]};

const assumed = (reasons: readonly string[]): Assumed =>
  reasons.length > 0 ? {'x-assumed': [...new Set(reasons)]} : {};

/** The assumptions behind an operation, and behind its statuses that the contract does not list. */
export function assumedOfOperation(operation: Operation): Assumed {
  const {id, codes} = operation;
  const unlisted = possibleStatuses(operation).filter(({status}) => !codes.includes(status));
  return assumed([
    ...assumptionsOnAllOf(id).map(reasonOf),
    ...unlisted.map(({status, onlyWith}) =>
      onlyWith === undefined
        ? `${status}: the contract does not list it here`
        : `${status}: the contract does not list it here; it only comes with ${onlyWith}`,
    ),
  ]);
}

/** The assumptions behind a status that operations share. */
export const assumedOfStatus = (status: number): Assumed =>
  assumed(assumptionsOn('', 'statuses', status).map(reasonOf));

export const assumedOfParameter = ({id}: Operation, name: string): Assumed =>
  assumed(assumptionsOn(id, 'parameters', name).map(reasonOf));

/** Records whose fields the contract defines. Contract: "Resources and their fields". */
const shown = new Set([
  'AppealRequest',
  'CustomField',
  'CustomFieldValue',
  'CustomAttr',
  'Appeal',
  'Campaign',
  'Category',
  'Keyword',
  'ConstituentListItem',
  'ConstituentSearchItem',
  'Result',
]);

const notShown = 'The contract does not show the fields of this record: these were seen on the service.';

/** Marks fields in the schemas of responses and bodies that the contract does not define. */
export function markAssumed(
  schemas: Record<string, JsonSchema>,
  operations: readonly Operation[],
  {inputs, outputs}: OperationSchemas,
): void {
  const mark = (name: string, part: 'body' | 'reply', {id}: Operation) => {
    const properties = (schemas[name]?.['properties'] ?? {}) as Record<string, JsonSchema & Assumed>;
    for (const [field, schema] of Object.entries(properties)) {
      const reasons = assumptionsOn(id, part, field).map(reasonOf);
      Object.assign(schema, assumed([...(schema['x-assumed'] ?? []), ...reasons]));
    }
  };
  for (const operation of operations) {
    const {body, reply} = operation;
    if (body !== undefined) {
      mark(inputs.get(body as z.ZodObject)!, 'body', operation);
    }
    if (reply.kind !== 'result') {
      mark(outputs.get(reply.schema)!, 'reply', operation);
    }
  }
  for (const name of outputs.values()) {
    const record = name.replace(/(?:Page|Reply)$/, '');
    if (record === name && !shown.has(name)) {
      Object.assign(schemas[name]!, assumed([notShown]));
    }
  }
}
