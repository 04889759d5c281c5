import {createHash} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {notFound} from '../errors.js';
import {packageFolder} from '../version.js';
import type {DocsContent} from './reference/page-files.js';

/** What the console is made of. A file of another kind is not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** The page itself, which shows all of the console. */
const page = 'index.html';

/** The files of the console, as the build makes them, each read when it is asked for: they are few, and small. */
export class ConsoleFiles {
  readonly #folder: string;

  /** @param folder that the build puts them into */
  constructor(folder: string = fileURLToPath(new URL('dist/console/', packageFolder))) {
    this.#folder = folder;
  }

  /**
   * What is served at a path below the console. One without an extension is a view of the page, so that a reload shows
   * it again.
   * @param below what stands behind the console's own path: empty, `app.js`, `requests/142`
   * @returns undefined where there is no such file
   * @throws ApiError, a 404, where the console was not built
   */
  async find(below: string): Promise<DocsContent | undefined> {
    const names = await this.#names();
    const name = path.posix.extname(below) === '' ? page : below;
    const type = types[path.posix.extname(name)];
    if (type === undefined || !names.includes(name)) {
      return undefined;
    }
    const body = await readFile(path.join(this.#folder, name));
    return {type, body, etag: createHash('sha256').update(body).digest('base64url')};
  }

  /** Only these can be asked for, so that no path leads elsewhere. */
  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    if (!names.includes(page)) {
      throw notFound('The console is not built: npm run build makes it, in dist/console');
    }
    return names;
  }
}
