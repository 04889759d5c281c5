import {parseArgs} from 'node:util';
import {machine} from './machine.js';
import {benchMany} from './many.js';
import {benchMemory} from './memory.js';
import {writeSections} from './pages.js';
import {benchRequests} from './requests.js';
import {benchSearch} from './search.js';
import {pageText, type Section, sectionData, sectionText} from './section.js';
import {benchStart} from './start.js';
import {benchStarts} from './starts.js';
import {benchSwitching} from './switching.js';
import {benchTogether} from './together.js';

/** In the order in which they run. */
const benches: Readonly<Record<string, () => Section | Promise<Section>>> = {
  start: benchStart,
  starts: benchStarts,
  requests: benchRequests,
  search: benchSearch,
  many: benchMany,
  memory: benchMemory,
  switching: benchSwitching,
  together: benchTogether,
};

/**
 * Measured while `many` generates a million constituents, which takes longer than both. Other load does not change
 * memory, and hardly changes the median of hundreds of rounds within one process.
 */
const meanwhile = ['memory', 'switching'];

/**
 * `npm run bench`, or `npm run bench -- start requests`, measures and prints tables in Markdown.
 * `--json` prints one JSON document instead; `--write` also writes the tables into the marked sections of the pages.
 */
async function run(): Promise<void> {
  const {values, positionals} = parseArgs({
    options: {json: {type: 'boolean', default: false}, write: {type: 'boolean', default: false}},
    allowPositionals: true,
  });
  const unknown = positionals.filter(name => !(name in benches));
  if (unknown.length > 0) {
    throw new Error(`unknown bench ${unknown.join()}; available: ${Object.keys(benches).join(', ')}`);
  }
  const sections = new Map<string, Section>();
  const measure = async (name: string) => {
    const start = performance.now();
    const section = await benches[name]!();
    sections.set(name, section);
    process.stderr.write(`${name} took ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
    if (!values.json) {
      process.stdout.write(`\n## ${name}\n\n${sectionText(section)}\n`);
    }
  };
  const names = positionals.length > 0 ? positionals : Object.keys(benches);
  const measureSelected = async (isSelected: (name: string) => boolean) => {
    for (const name of names.filter(isSelected)) {
      await measure(name);
    }
  };
  await measureSelected(name => name !== 'many' && !meanwhile.includes(name));
  await Promise.all([measureSelected(name => name === 'many'), measureSelected(name => meanwhile.includes(name))]);
  if (values.json) {
    const data = Array.from(sections, ([name, section]) => [name, sectionData(section)]);
    process.stdout.write(`${JSON.stringify({machine: machine(), ...Object.fromEntries(data)}, null, 2)}\n`);
  }
  if (values.write) {
    const texts = Array.from(sections, ([name, section]) => [name, pageText(section)] as const);
    writeSections(new Map([['machine', `Measured on ${machine()}.`], ...texts]));
  }
}

// Exiting by `exit` kills every fleet of servers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1));
}
await run();
