import {readFile} from 'node:fs/promises';
import {packageFolder} from '../version.js';
import type {OpenApiDocument} from './document.js';

const file = new URL('dist/prepared/openapi.json', packageFolder);

export const atServer = (document: OpenApiDocument, server: string): OpenApiDocument => ({
  ...document,
  servers: document.servers.map(({description}) => ({url: server, description})),
});

let document: Promise<OpenApiDocument> | undefined;

/** The document of the standard kinds, written by the build: generating it blocks for a quarter of a second. */
export function preparedDocument(): Promise<OpenApiDocument> {
  document ??= readFile(file, 'utf8').then(text => JSON.parse(text));
  return document;
}
