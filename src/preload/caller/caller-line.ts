import path from 'node:path';
import {type Place, placesHere} from './frames.js';
import {sourceOf} from './source-map.js';

/** What the sandbox reads the line from; one that the user sets himself is kept. */
export const header = 'x-sandbox-caller';

/** What is told is a header: words of ASCII without spaces, and no longer than that. */
const form = /^[\x21-\x39\x3b-\x7e]{1,240}:\d{1,7}$/;

/** The folders of this file, and of the command, whose own frames are nobody's. */
const own = [import.meta.dirname, path.resolve(import.meta.dirname, '../../bin')].map(folder => folder + path.sep);

const folder = process.env.CRM_SANDBOX_FOLDER || process.cwd();

/**
 * The nearest line of the user's own code that led here, such as `src/sync.ts:42`: in the source, relative to the
 * working folder. Never one of Node's, of a package, or outside of the folder.
 */
export function callerLine(): string | undefined {
  for (const place of placesHere()) {
    const told = isOwn(place) ? shown(sourceOf(place)) : undefined;
    if (told !== undefined) {
      return told;
    }
  }
  return undefined;
}

const isOwn = ({file}: Place): boolean =>
  path.isAbsolute(file) && !own.some(folder => file.startsWith(folder)) && !/[\\/]node_modules[\\/]/.test(file);

function shown(place: Place): string | undefined {
  const relative = path.relative(folder, place.file);
  const told = `${relative.split(path.sep).join('/')}:${place.line}`;
  const isInside = isOwn(place) && relative !== '' && !path.isAbsolute(relative) && !relative.includes('..');
  return isInside && form.test(told) ? told : undefined;
}
