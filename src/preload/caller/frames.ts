import {fileURLToPath} from 'node:url';

/** A place in a file that runs. Both numbers count from 1, and are worked out when they are asked for. */
export interface Place {
  /** An absolute path, or what else the stack has for a file. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How many frames are looked at: a client and its wrappers can be 30 deep. */
const depth = 64;

/**
 * What Node has there where nobody has set another. In a test runner's own world there is none, and what the runner set
 * outside of it writes the stacks.
 */
const ofNode = 'ErrorPrepareStackTrace';

/**
 * The places that led here, the nearest first. Where a tool has set how stacks are written (test runners and compilers
 * on the fly do, to name the sources), what it writes is read.
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

/** A stack in words has lines such as `    at async run (/app/sync.ts:42:7)`. */
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
    return file; // of another machine's form
  }
}
