import {readFileSync, writeFileSync} from 'node:fs';
import {withTermTables} from './term-tables.js';

/** `npm run docs`: brings the tables of terms in `docs/search.md` up to date. */
const page = new URL('../../../docs/search.md', import.meta.url);
writeFileSync(page, withTermTables(readFileSync(page, 'utf8')));
