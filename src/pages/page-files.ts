import {createHash} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {brotliDecompress} from 'node:zlib';
import {packageFolder} from '../version.js';

export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

/** Content types by extension; the licenses of Swagger UI have none. Other files are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '': 'text/plain; charset=utf-8',
};

const decompress = promisify(brotliDecompress);

/**
 * Reads a built file on request: they are few and small.
 * @param fill inserts the running sandbox's data into a page
 * @returns undefined if the folder has no such file
 */
export async function readPageFile(folder: string, name: string, fill?: (page: string) => string) {
  const names = await readdir(folder).catch((): string[] => []); // an allowlist: no path leads outside the folder
  const type = types[path.posix.extname(name)];
  const compressed = `${name}.br`;
  if (type === undefined || !(names.includes(name) || names.includes(compressed))) {
    return undefined;
  }
  const written = names.includes(name)
    ? await readFile(path.join(folder, name))
    : await decompress(await readFile(path.join(folder, compressed)));
  const body = fill && /\.(?:html|txt)$/.test(name) ? Buffer.from(fill(written.toString('utf8'))) : written;
  return fileOf(type, body);
}

const fileOf = (type: string, body: Buffer): PageFile => ({
  type,
  body,
  etag: createHash('sha256').update(body).digest('base64url'),
});

/** A file with a generated text. @param extension determines the content type */
export const pageFile = (extension: '' | '.html', text: string): PageFile =>
  fileOf(types[extension]!, Buffer.from(text));

const docsFolder = fileURLToPath(new URL('dist/docs-page/', packageFolder));

/** Files whose names differ from their paths. */
const docsPages: Readonly<Record<string, string>> = {
  '/': 'home.html',
  '/docs': 'index.html',
  '/docs/': 'index.html',
  '/favicon.ico': 'favicon.svg', // browsers request it for every site
  '/llms.txt': 'llms.txt', // requested by agents
};

/** The file of the home page or the API reference at a request's path. */
export async function readDocsFile(path: string, fill: (page: string) => string): Promise<PageFile | undefined> {
  const name = docsPages[path] ?? path.slice('/docs/'.length);
  const hasOtherPath = docsPages[path] === undefined && name.endsWith('.html');
  return hasOtherPath ? undefined : readPageFile(docsFolder, name, fill);
}

/** The frame of a rendered page. @param fill inserts the title and the content */
export const readTextPage = (fill: (page: string) => string) => readPageFile(docsFolder, 'rule.html', fill);
