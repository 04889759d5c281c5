import {readFileSync, writeFileSync} from 'node:fs';
import {findingPages} from '../../src/findings/pages/pages.js';
import {exportedTypes} from './api-types.js';
import {assumptionsPage} from './assumptions-page.js';
import {seedSchemaText} from './seed-schema-text.js';
import {withTermTables} from './term-tables.js';

/** `npm run docs`: brings up to date what the pages, and the types that the package exports, take from the code. */
const page = (name: string) => new URL(`../../../docs/${name}`, import.meta.url);

writeFileSync(page('search.md'), withTermTables(readFileSync(page('search.md'), 'utf8')));
writeFileSync(page('assumptions.md'), assumptionsPage());
for (const [name, text] of findingPages()) {
  writeFileSync(page(`rules/${name}`), text);
}
writeFileSync(page('seed.schema.json'), seedSchemaText());
writeFileSync(new URL('../../../src/sandbox/api-types.ts', import.meta.url), exportedTypes());
