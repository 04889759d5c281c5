/**
 * The last step of `npm run build`: puts beside the compiled code what `GET /docs` serves, the page's own files and
 * those of Swagger UI. The package carries copies because swagger-ui-dist is no dependency of its users.
 */
import {copyFile, cp, mkdir} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const page = fileURLToPath(new URL('../src/http/docs-page/page/', import.meta.url));
const target = fileURLToPath(new URL('../dist/src/http/docs-page/', import.meta.url));
const swaggerUi = path.dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));

/** Unchanged, with the licence and the notice that must go along. */
const taken = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css', 'LICENSE', 'NOTICE'];

await mkdir(path.join(target, 'swagger-ui'), {recursive: true});
await Promise.all([
  cp(page, path.join(target, 'page'), {recursive: true}),
  ...taken.map(file => copyFile(path.join(swaggerUi, file), path.join(target, 'swagger-ui', file))),
]);
