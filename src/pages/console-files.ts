import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {notFound} from '../errors.js';
import {packageFolder} from '../version.js';
import {type PageFile, readPageFile} from './page-files.js';

const page = 'index.html';

export class ConsoleFiles {
  /** @param folder the output folder of the build */
  constructor(private readonly folder = fileURLToPath(new URL('dist/console/', packageFolder))) {}

  /**
   * The file at a path below the console. A path without an extension is a view of the page, so that a reload shows it
   * again.
   * @param below the path after the console's own: empty, `app.js`, `requests/142`
   * @returns undefined if there is no such file
   * @throws ApiError, a 404, if the console was not built
   */
  async find(below: string): Promise<PageFile | undefined> {
    const name = path.posix.extname(below) === '' ? page : below;
    const file = await readPageFile(this.folder, name);
    if (file === undefined && name === page) {
      throw notFound('The console is not built: npm run build makes it, in dist/console');
    }
    return file;
  }
}

export interface ConsoleConfig {
  /** The default key, which the README publishes. Never expose any other key here. */
  readonly key: string;
  readonly account: string;
  /** True if `/_sandbox` needs an admin key, which the page must request from the user. */
  readonly needsAdminKey: boolean;
  readonly isReadOnly: boolean;
  readonly version: string;
}
