import {readdirSync} from 'node:fs';
import path from 'node:path';
import {root} from '../support/pages.js';

/**
 * Test files that share a worker in `npm test`. A worker needs a second and a half to load and warm up the sandbox,
 * more than most files take. A single file still runs alone: `npx ava test/admin/clock.test.ts`.
 *
 * AVA runs all synchronous tests before anything else, and each of the proofs blocks the event loop for seconds. A
 * server in the same worker would respond too late for real clients, which time out after ten seconds, or close
 * connections that they are about to use. So the proofs have their own workers.
 */
const suites = {
  admin: ['admin/'],
  cli: ['cli/'],
  clients: ['acceptance/', 'exchanges/exchanges', 'intercept/', 'preload/'],
  docs: ['docs'],
  fuzz: ['fuzz/', 'bad-requests'],
  http: ['http/', 'sandbox/'],
  import: ['import/'],
  openapi: ['openapi/', 'contract', 'determinism'],
  persistence: ['persistence/'],
  proofs: ['exchanges/states/kept', 'fixtures/', 'regular-expressions', 'schema/', 'search/', 'store/'],
  resources: ['resources/'],
} as const;

const folder = path.join(root, 'test');

/** These folders are not part of `npm test`, or start it. Packages of the bench contain their own tests. */
const isApart = (file: string) => /^(?:soak|consumers|suites)\/|(?:^|\/)node_modules\//.test(file);

/** Paths of all compiled test files. */
const files = readdirSync(folder, {recursive: true, encoding: 'utf8'})
  .map(file => file.split(path.sep).join('/'))
  .filter(file => file.endsWith('.test.ts') && !isApart(file))
  .map(file => file.replace(/\.ts$/, '.js'))
  .sort();

const isOf = (names: readonly string[]) => (file: string) => names.some(name => file.startsWith(name));

/** Declares the tests of a suite. `others` has the files of no other suite, so that none is left out. */
export async function loadSuite(name: keyof typeof suites | 'others'): Promise<void> {
  const selected =
    name === 'others'
      ? files.filter(file => !isOf(Object.values(suites).flat())(file))
      : files.filter(isOf(suites[name]));
  await declareTests(selected.map(file => new URL(`../${file}`, import.meta.url)));
}

/** AVA requires that all tests are declared synchronously, so one module imports all files. */
export async function declareTests(urls: readonly URL[]): Promise<void> {
  const imports = urls.map(({href}) => `import ${JSON.stringify(href)};`);
  await import(`data:text/javascript,${encodeURIComponent(imports.join('\n'))}`);
}
