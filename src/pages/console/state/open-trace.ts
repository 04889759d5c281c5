import {signal} from '@preact/signals';
import type {TracedControl, TracedEvent, TraceHead} from '../../../exchanges/trace/format.js';
import {traceFormat, traceVersion} from '../../../exchanges/trace/version.js';
import {notify} from './announce.js';
import type {ServedTrace} from './config.js';
import {go, hrefOf} from './route.js';

export interface Trace {
  readonly name: string;
  readonly head: TraceHead;
  readonly events: readonly TracedEvent[];
  /** True if the last line confirms that the file is complete. */
  readonly isWhole: boolean;
  /** True if there is no sandbox to return to. */
  readonly isAlone?: boolean;
}

/** The trace displayed instead of a sandbox. */
export const trace = signal<Trace | undefined>(undefined);

interface TraceLine {
  readonly type?: string;
  readonly format?: string;
  readonly version?: number;
}

function parse(text: string, number: number): TraceLine {
  try {
    return JSON.parse(text) as TraceLine;
  } catch {
    throw new Error(`Line ${number} of the file is not JSON`);
  }
}

/** @throws Error with the reason if the file is not a trace */
async function traceIn(file: File): Promise<Trace> {
  const lines = (await readLines(file)).filter(line => line !== '').map((line, index) => parse(line, index + 1));
  const [head, ...others] = lines;
  if (head?.format !== traceFormat) {
    throw new Error('The file is not a trace; crm-sandbox trace save run.trace.gz writes one');
  }
  if (head.version !== traceVersion) {
    throw new Error(`The trace has the format ${head.version}; this page reads ${traceVersion}`);
  }
  return {
    name: file.name,
    head: head as unknown as TraceHead,
    events: others.filter(({type}) => type === 'request' || type === 'control') as unknown as TracedEvent[],
    isWhole: others.at(-1)?.type === 'end',
  };
}

export async function openTrace(file: File, {isAlone = false} = {}): Promise<void> {
  try {
    trace.value = {...(await traceIn(file)), isAlone};
    if (!isAlone) {
      go(hrefOf(['requests'], {as_of: '', account: ''})); // otherwise the URL may refer to an event of the trace
    }
    notify(`${file.name} is open: ${trace.value.events.length} events`);
  } catch (error) {
    const isDamaged = error instanceof TypeError; // thrown when the browser decompresses the file
    notify(isDamaged ? 'The file is damaged: it cannot be decompressed' : (error as Error).message, {isBad: true});
  }
}

/** Displays the file of a server without a sandbox. */
export async function fetchTrace({trace: path, name}: ServedTrace): Promise<void> {
  const response = await fetch(path);
  if (response.ok) {
    await openTrace(new File([await response.blob()], name), {isAlone: true});
  } else {
    notify(`The file could not be read: status ${response.status}`, {isBad: true});
  }
}

export const describeControl = ({operation, params, query, body}: TracedControl): string =>
  [operation, ...[params, query, body].flatMap(part => (part === undefined ? [] : [JSON.stringify(part)]))].join(' ');

/** Bytes of a decompressed file: the page keeps all of it in memory. */
const maxBytes = 256 * 1024 * 1024;

const isGzip = (start: Uint8Array): boolean => start[0] === 0x1f && start[1] === 0x8b;

/** @throws Error if the file is too large, or its compression is damaged */
async function readLines(file: Blob): Promise<string[]> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const bytes = isGzip(start) ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let rest = '';
  let size = 0;
  const reader = bytes.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      throw new Error(`The file has more than ${maxBytes / 1024 / 1024} MiB decompressed`);
    }
    const parts = (rest + decoder.decode(next.value, {stream: true})).split('\n');
    rest = parts.pop()!;
    lines.push(...parts);
  }
  return rest === '' ? lines : [...lines, rest];
}
