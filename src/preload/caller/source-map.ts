import {existsSync, readFileSync, statSync} from 'node:fs';
import {findSourceMap, SourceMap, type SourceMapPayload} from 'node:module';
import path from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

/** A position in a file. Both numbers count from 1. */
export interface SourcePosition {
  /** An absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Bytes. Reading a larger file or map would delay the client's first request. */
const most = 16 * 1024 * 1024;

const mark = '//# sourceMappingURL=';

/** Each map is read once; undefined if a file has none. */
const maps = new Map<string, SourceMap | undefined>();

/** Returns the position in the source if the file was compiled and has a map, and otherwise the same position. */
export function sourceOf(position: SourcePosition): SourcePosition {
  const entry = mapOf(position.file)?.findEntry(position.line - 1, position.column - 1);
  if (entry === undefined || !('originalSource' in entry)) {
    return position;
  }
  const file = pathOfSource(entry.originalSource);
  return file === undefined ? position : {file, line: entry.originalLine + 1, column: entry.originalColumn + 1};
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    let map: SourceMap | undefined;
    try {
      map = findSourceMap(file) ?? findSourceMap(pathToFileURL(file).href) ?? readMap(file);
    } catch {} // as if it had none
    maps.set(file, map);
  }
  return maps.get(file);
}

/** Node reads maps only with --enable-source-maps. */
function readMap(file: string): SourceMap | undefined {
  const code = read(file);
  const at = code.lastIndexOf(mark);
  if (at < 0) {
    return undefined;
  }
  const url = code.slice(at + mark.length).split(/\s/, 1)[0]!;
  const folder = pathToFileURL(file);
  const isInline = url.startsWith('data:');
  const mapUrl = isInline ? folder : new URL(url, folder);
  const payload = JSON.parse(isInline ? inline(url) : read(fileURLToPath(mapUrl))) as SourceMapPayload;
  const root = payload.sourceRoot ? `${payload.sourceRoot.replace(/\/$/, '')}/` : '';
  const sources = payload.sources.map(source => absolute(`${root}${source}`, mapUrl));
  return new SourceMap({...payload, sourceRoot: '', sources});
}

const read = (file: string): string => (statSync(file).size > most ? '' : readFileSync(file, 'utf8'));

function inline(url: string): string {
  const comma = url.indexOf(',');
  const data = url.slice(comma + 1);
  return url.slice(0, comma).endsWith(';base64') ? Buffer.from(data, 'base64').toString() : decodeURIComponent(data);
}

/** Names that bundlers invent stay unchanged. */
const absolute = (source: string, base: URL): string =>
  /^[\w-]+:/.test(source) && !/^[a-z]:[\\/]/i.test(source) ? source : new URL(source, base).href;

/** webpack names sources `webpack://app/./src/sync.ts`, relative to the folder that it ran in: presumably this one. */
const ofWebpack = /^webpack:\/\/[^/]{0,200}\//;

/** Returns the absolute path of a source; undefined if it has none. */
export function pathOfSource(source: string): string | undefined {
  if (source.startsWith('file:')) {
    return fileURLToPath(source);
  }
  if (ofWebpack.test(source)) {
    const file = path.resolve(source.replace(ofWebpack, ''));
    return existsSync(file) ? file : undefined;
  }
  return path.isAbsolute(source) ? source : undefined;
}
