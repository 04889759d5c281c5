import {benchSearch} from './search.js';
import {benchSwitching} from './switching.js';

/** `npm run bench`, or `npm run bench -- search`: prints what the documents show. */
const benches: Readonly<Record<string, () => string | Promise<string>>> = {
  search: benchSearch,
  switching: benchSwitching,
};

const wanted = process.argv.slice(2);
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length === 0 || wanted.includes(name)) {
    process.stdout.write(`\n## ${name}\n\n${await bench()}\n`);
  }
}
