import {createHash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {packageFolder} from '../../version.js';

/** A file of the reference page: its location in the build and its type. */
interface DocsFile {
  readonly place: string;
  readonly type: string;
}

export interface DocsContent {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const script = 'text/javascript; charset=utf-8';
const svg = 'image/svg+xml; charset=utf-8';
const plain = 'text/plain; charset=utf-8';

/**
 * All served files by path: an allowlist, so that no path leads elsewhere. Swagger UI is distributed to whoever opens
 * the page, so its licenses are included.
 */
const files: ReadonlyMap<string, DocsFile> = new Map([
  ['/', {place: 'page/home.html', type: html}],
  ['/docs', {place: 'page/index.html', type: html}],
  ['/docs/', {place: 'page/index.html', type: html}],
  ['/docs/page.css', {place: 'page/page.css', type: css}],
  ['/docs/home.css', {place: 'page/home.css', type: css}],
  ['/docs/home.js', {place: 'page/home.js', type: script}],
  ['/docs/page.js', {place: 'page/page.js', type: script}],
  ['/docs/accessible.js', {place: 'page/accessible.js', type: script}],
  ['/docs/theme.js', {place: 'page/theme.js', type: script}],
  ['/docs/marks.js', {place: 'page/marks.js', type: script}],
  ['/docs/favicon.svg', {place: 'page/favicon.svg', type: svg}],
  ['/docs/swagger-ui.css', {place: 'swagger-ui/swagger-ui.css', type: css}],
  ['/docs/swagger-ui-bundle.js', {place: 'swagger-ui/swagger-ui-bundle.js', type: script}],
  ['/docs/swagger-ui-bundle.js.LICENSE.txt', {place: 'swagger-ui/swagger-ui-bundle.js.LICENSE.txt', type: plain}],
  ['/docs/LICENSE', {place: 'swagger-ui/LICENSE', type: plain}],
  ['/docs/NOTICE', {place: 'swagger-ui/NOTICE', type: plain}],
]);

/** The files of the reference page, each read on first request, so that they do not delay the start. */
export class DocsFiles {
  readonly #read = new Map<string, DocsContent>();
  readonly #fill: (page: string) => string;

  /** @param fill inserts the running sandbox's data into the page */
  constructor(fill: (page: string) => string) {
    this.#fill = fill;
  }

  find(path: string): Promise<DocsContent> | undefined {
    const file = files.get(path);
    return file && this.#content(file);
  }

  async #content({place, type}: DocsFile): Promise<DocsContent> {
    const known = this.#read.get(place);
    if (known !== undefined) {
      return known;
    }
    const written = await readFile(new URL(`dist/docs-page/${place}`, packageFolder));
    const body = type === html ? Buffer.from(this.#fill(written.toString('utf8'))) : written;
    const content = {type, body, etag: createHash('sha256').update(body).digest('base64url')};
    this.#read.set(place, content);
    return content;
  }
}
