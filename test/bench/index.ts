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

/** By name, in the order they run in. */
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
 * Those that are measured while `many` makes a million constituents, which takes longer than both: what else the
 * machine does changes no number of bytes, and little of the median of hundreds of rounds within one process.
 */
const meanwhile = ['memory', 'switching'];

/**
 * `npm run bench`, or `npm run bench -- start requests`: measures, and prints tables in Markdown.
 * `--json` prints one JSON document instead; `--write` also puts each table where the pages have a place for it.
 */
async function run(): Promise<void> {
  const {values, positionals} = parseArgs({
    options: {json: {type: 'boolean', default: false}, write: {type: 'boolean', default: false}},
    allowPositionals: true,
  });
  const unknown = positionals.filter(name => !(name in benches));
  if (unknown.length > 0) {
    throw new Error(`there is no bench named ${unknown.join()}; there are ${Object.keys(benches).join(', ')}`);
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
  const measureThose = async (isMeant: (name: string) => boolean) => {
    for (const name of names.filter(isMeant)) {
      await measure(name);
    }
  };
  await measureThose(name => name !== 'many' && !meanwhile.includes(name));
  await Promise.all([measureThose(name => name === 'many'), measureThose(name => meanwhile.includes(name))]);
  if (values.json) {
    const data = Array.from(sections, ([name, section]) => [name, sectionData(section)]);
    process.stdout.write(`${JSON.stringify({machine: machine(), ...Object.fromEntries(data)}, null, 2)}\n`);
  }
  if (values.write) {
    const texts = Array.from(sections, ([name, section]) => [name, pageText(section)] as const);
    writeSections(new Map([['machine', `Measured on ${machine()}.`], ...texts]));
  }
}

// Ending by `exit` lets every fleet of servers be killed on the way.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1));
}
await run();
