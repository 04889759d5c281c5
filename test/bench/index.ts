import {benchSearch} from './search.js';

/** `npm run bench`: prints what the documents show. */
process.stdout.write(`${benchSearch()}\n`);
