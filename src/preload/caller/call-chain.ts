import path from 'node:path';
import {frameSeparator, maxFrames} from './frames.js';
import {pathOfSource, type SourcePosition, sourceOf} from './source-map.js';

/** The request header for the chain. The user's own value is kept. */
export const header = 'x-sandbox-caller';

/** A short line of ASCII without spaces, which is valid in a header. */
const form = /^[\x21-\x39\x3b-\x7e]{1,240}:\d{1,7}$/;

/** The folders of this file and of the command: their frames are not the user's code. */
const own = [import.meta.dirname, path.resolve(import.meta.dirname, '../../bin')].map(folder => folder + path.sep);

/** Maximum number of frames to read: a client and its wrappers can be 30 deep. */
const depth = 64;

/**
 * Returns the lines of the user's code on the stack, the innermost first, such as `src/crm.ts:8 < src/sync.ts:42`: in
 * the sources, relative to the working folder, each once. It skips Node, packages and files outside the folder.
 */
export function callChain(): string | undefined {
  const lines = new Set<string>();
  for (const frame of stack()
    .split('\n')
    .slice(0, 4 * depth)) {
    const position = positionIn(frame.trim());
    const line = position && isOwn(position) ? lineOf(sourceOf(position)) : undefined;
    if (line !== undefined) {
      lines.add(line);
    }
    if (lines.size === maxFrames) {
      break;
    }
  }
  return lines.size === 0 ? undefined : [...lines].join(frameSeparator);
}

/** The stack as text: test runners and just-in-time compilers replace its formatting to refer to the sources. */
function stack(): string {
  const {stackTraceLimit} = Error;
  try {
    Error.stackTraceLimit = depth;
    return String(new Error().stack);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Parses `at /app/sync.ts:42:7` or `at async run (/app/sync.ts:42:7)`. */
function positionIn(frame: string): SourcePosition | undefined {
  if (!frame.startsWith('at ') || frame.length > 4096) {
    return undefined;
  }
  const inner = frame.endsWith(')') ? frame.slice(frame.indexOf(' (') + 2, -1) : frame.slice(3).replace('async ', '');
  const [column, line, ...rest] = inner.split(':').reverse();
  const file = isNumber(line) && isNumber(column) ? pathOfSource(rest.reverse().join(':')) : undefined;
  return file === undefined ? undefined : {file, line: Number(line), column: Number(column)};
}

const isNumber = (word: string | undefined): boolean => word !== undefined && /^\d{1,9}$/.test(word);

const isOwn = ({file}: SourcePosition): boolean =>
  !own.some(folder => file.startsWith(folder)) && !/[\\/]node_modules[\\/]/.test(file);

/** Read on demand, because Deno may not permit it. */
let folder: string | undefined;

function lineOf(position: SourcePosition): string | undefined {
  folder ??= process.env.CRM_SANDBOX_FOLDER || process.cwd();
  const relative = path.relative(folder, position.file);
  const line = `${relative.split(path.sep).join('/')}:${position.line}`;
  const isInside = isOwn(position) && relative !== '' && !path.isAbsolute(relative) && !relative.includes('..');
  return isInside && form.test(line) ? line : undefined;
}
