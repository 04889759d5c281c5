import {seedSchema} from '../../src/openapi/seed/seed-schema.js';
import {catalog} from '../../src/resources/index.js';

/** The schema of files of records, as it is shipped. */
export const seedSchemaText = (): string => `${JSON.stringify(seedSchema(catalog), undefined, 1)}\n`;
