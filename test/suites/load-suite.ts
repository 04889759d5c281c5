import {readdirSync} from 'node:fs';
import path from 'node:path';
import {root} from '../support/pages.js';

/**
 * Which test files share a worker in `npm test`: loading the sandbox and warming it up takes a worker a second and a
 * half, and most files less than that. A file alone runs as ever: `npx ava test/admin/clock.test.ts`.
 *
 * AVA does all tests that wait for nothing before anything else has a turn, and the proofs hold a processor for seconds
 * each. A server in the same worker would answer too late for real clients, which give up after ten seconds, or close
 * the connections that they are about to use: so they have workers of their own.
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

/** Such folders are not of `npm test`, or are it; packages that the bench installs bring tests of their own. */
const isApart = (file: string) => /^(?:soak|consumers|suites)\/|(?:^|\/)node_modules\//.test(file);

/** Every test file, by its path in the folder, as it is called once it is compiled. */
const files = readdirSync(folder, {recursive: true, encoding: 'utf8'})
  .map(file => file.split(path.sep).join('/'))
  .filter(file => file.endsWith('.test.ts') && !isApart(file))
  .map(file => file.replace(/\.ts$/, '.js'))
  .sort();

const isOf = (names: readonly string[]) => (file: string) => names.some(name => file.startsWith(name));

/** Declares the tests of a suite; `others` is what no other suite has, so that no file is left out. */
export async function loadSuite(name: keyof typeof suites | 'others'): Promise<void> {
  const own =
    name === 'others'
      ? files.filter(file => !isOf(Object.values(suites).flat())(file))
      : files.filter(isOf(suites[name]));
  await declareTests(own.map(file => new URL(`../${file}`, import.meta.url)));
}

/** AVA wants all tests declared in one go, which the imports of one module are: unless a file awaits something first. */
export async function declareTests(urls: readonly URL[]): Promise<void> {
  const imports = urls.map(({href}) => `import ${JSON.stringify(href)};`);
  await import(`data:text/javascript,${encodeURIComponent(imports.join('\n'))}`);
}
