import {createHash} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {notFound} from '../errors.js';
import {packageFolder} from '../version.js';
import type {DocsContent} from './reference/page-files.js';

/** Content types of the console's files. Other files are not served. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

const page = 'index.html';

/** The console's built files. Each is read on request: they are few and small. */
export class ConsoleFiles {
  readonly #folder: string;

  /** @param folder the output folder of the build */
  constructor(folder: string = fileURLToPath(new URL('dist/console/', packageFolder))) {
    this.#folder = folder;
  }

  /**
   * The file at a path below the console. A path without an extension is a view of the page, so that a reload shows it
   * again.
   * @param below the path after the console's own: empty, `app.js`, `requests/142`
   * @returns undefined if there is no such file
   * @throws ApiError, a 404, if the console was not built
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

  /** An allowlist, so that no path leads outside the folder. */
  async #names(): Promise<readonly string[]> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    if (!names.includes(page)) {
      throw notFound('The console is not built: npm run build makes it, in dist/console');
    }
    return names;
  }
}

/** The sandbox's configuration for the page. */
export interface ConsoleConfig {
  /** The default key, which the README publishes. Never expose any other key here. */
  readonly key: string;
  readonly account: string;
  /** True if `/_sandbox` needs an admin key, which the page must request from the user. */
  readonly needsAdminKey: boolean;
  readonly isReadOnly: boolean;
  readonly version: string;
}
