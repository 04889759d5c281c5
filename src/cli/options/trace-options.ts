import type {Values} from './option-table.js';
import {choice, path} from './values.js';

/** The default name. */
const usualTraceFile = 'crm-sandbox.trace.gz';

export const traceOptions = {
  trace: {
    describe:
      'Write a trace of the whole run: on, off, or retain-on-failure, which keeps it where the command fails [default: off; on with --trace-file]',
    read: choice(['on', 'retain-on-failure', 'off']),
  },
  'trace-file': {describe: `The file of the trace [default: ${usualTraceFile}]`, read: path},
} as const;

/** Returns the trace's file, if tracing is on. */
export function traceFileOf({trace, 'trace-file': file}: Values<typeof traceOptions>): string | undefined {
  const isAsked = trace === undefined ? file !== undefined : trace !== 'off';
  return isAsked ? (file ?? usualTraceFile) : undefined;
}
