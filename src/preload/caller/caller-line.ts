import path from 'node:path';
import {type Place, placesHere} from './frames.js';
import {sourceOf} from './source-map.js';

/** The request header for the line. The user's own value is kept. */
export const header = 'x-sandbox-caller';

/** A short line of ASCII without spaces, which fits into a header. */
const form = /^[\x21-\x39\x3b-\x7e]{1,240}:\d{1,7}$/;

/** The folders of this file and of the command: their frames are not the user's code. */
const own = [import.meta.dirname, path.resolve(import.meta.dirname, '../../bin')].map(folder => folder + path.sep);

const folder = process.env.CRM_SANDBOX_FOLDER || process.cwd();

/**
 * Returns the nearest line of the user's own code on the stack, such as `src/sync.ts:42`: in the source, relative to the
 * working folder. It skips Node, packages and files outside the folder.
 */
export function callerLine(): string | undefined {
  for (const place of placesHere()) {
    const line = isOwn(place) ? lineOf(sourceOf(place)) : undefined;
    if (line !== undefined) {
      return line;
    }
  }
  return undefined;
}

const isOwn = ({file}: Place): boolean =>
  path.isAbsolute(file) && !own.some(folder => file.startsWith(folder)) && !/[\\/]node_modules[\\/]/.test(file);

function lineOf(place: Place): string | undefined {
  const relative = path.relative(folder, place.file);
  const line = `${relative.split(path.sep).join('/')}:${place.line}`;
  const isInside = isOwn(place) && relative !== '' && !path.isAbsolute(relative) && !relative.includes('..');
  return isInside && form.test(line) ? line : undefined;
}
