import type {Option} from '../../sandbox/options/option.js';
import {commentStart} from './config-file.js';
import {fileTable} from './start-options.js';

/** The JSON Schema of an options file, for completion and descriptions in editors. The build writes it. */
export function configSchema(): object {
  const properties = Object.entries<Option>(fileTable).map(([name, option]) => [name, propertyOf(option)]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Options of crm-sandbox',
    description: 'The options of crm-sandbox start, exec and check in a folder.',
    type: 'object',
    properties: {$schema: {type: 'string', description: 'The path of this schema.'}, ...Object.fromEntries(properties)},
    patternProperties: {[`^${commentStart}`]: {description: 'A comment.'}},
    additionalProperties: false,
  };
}

function propertyOf({describe, fallback, read: {isList, schema}}: Option): object {
  const usual = fallback === undefined ? '' : ` [default: ${fallback}]`;
  const forms = [schema, ...(isList ? [{type: 'array', items: schema}] : []), {type: 'null'}];
  return {description: `${describe}${usual}`, anyOf: forms};
}
