import {fileURLToPath} from 'node:url';

/** A place in a running file. Both numbers count from 1; getters compute them on demand. */
export interface Place {
  /** An absolute path, or another name that the stack has for the file. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Frames to read: a client and its wrappers can be 30 deep. */
const depth = 64;

/**
 * The name of Node's default `Error.prepareStackTrace`. A test runner's own context has none: the function that the
 * runner set outside of it formats the stacks.
 */
const ofNode = 'ErrorPrepareStackTrace';

/**
 * Returns the places on the stack, the nearest first. If a tool has replaced the formatting of stacks, as test runners
 * and just-in-time compilers do to name the sources, this parses the tool's text.
 */
export function placesHere(): Place[] {
  const {stackTraceLimit, prepareStackTrace} = Error;
  const isSet = prepareStackTrace?.name !== ofNode;
  let sites: readonly NodeJS.CallSite[] = [];
  try {
    Error.stackTraceLimit = depth;
    if (!isSet) {
      Error.prepareStackTrace = (_error, callSites) => {
        sites = callSites;
        return '';
      };
    }
    const {stack} = new Error();
    return isSet ? placesIn(stack) : sites.flatMap(placeOf);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (!isSet) {
      Error.prepareStackTrace = prepareStackTrace as NonNullable<typeof prepareStackTrace>;
    }
  }
}

function placeOf(site: NodeJS.CallSite): Place[] {
  const file = site.getFileName();
  return file == null || file.startsWith('node:')
    ? []
    : [
        {
          file: pathOf(file),
          get line() {
            return site.getLineNumber() ?? 0;
          },
          get column() {
            return site.getColumnNumber() ?? 1;
          },
        },
      ];
}

/** A formatted stack has lines such as `    at async run (/app/sync.ts:42:7)`. */
function placesIn(stack: unknown): Place[] {
  return typeof stack !== 'string'
    ? []
    : stack
        .split('\n')
        .slice(0, 4 * depth)
        .flatMap(placeOfLine);
}

function placeOfLine(text: string): Place[] {
  const words = text.trim();
  if (!words.startsWith('at ') || words.length > 4096) {
    return [];
  }
  const inner = words.endsWith(')')
    ? words.slice(words.lastIndexOf('(') + 1, -1)
    : words.slice(3).replace('async ', '');
  const [column, line, ...rest] = inner.split(':').reverse();
  return isNumber(line) && isNumber(column)
    ? [{file: pathOf(rest.reverse().join(':')), line: Number(line), column: Number(column)}]
    : [];
}

const isNumber = (word: string | undefined): boolean => word !== undefined && /^\d{1,9}$/.test(word);

function pathOf(file: string): string {
  try {
    return file.startsWith('file:') ? fileURLToPath(file) : file;
  } catch {
    return file; // in the format of another system
  }
}
