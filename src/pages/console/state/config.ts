import {signal} from '@preact/signals';
import type {ConsoleConfig} from '../../console-files.js';

/** Undefined until it is loaded, and while the page displays a trace without a sandbox. */
export const config = signal<ConsoleConfig | undefined>(undefined);

/** Entered once, and kept only in memory. */
export const adminKey = signal('');

/** True if the sandbox rejected a request without a valid admin key. */
export const isAdminKeyWanted = signal(false);

/** True if the sandbox did not respond when the page was opened. */
export const isUnreachable = signal(false);

/** The address and the file name of a trace. */
export interface ServedTrace {
  readonly trace: string;
  readonly name: string;
}

/** @returns the trace to display instead of a sandbox, if any. @throws if there is no response */
export async function loadConfig(): Promise<ServedTrace | undefined> {
  const response = await fetch('/_sandbox/ui/config.json');
  if (!response.ok) {
    throw new Error(`config.json: ${response.status}`);
  }
  const loaded = (await response.json()) as ConsoleConfig | ServedTrace;
  if ('trace' in loaded) {
    return loaded;
  }
  config.value = loaded;
  isAdminKeyWanted.value = loaded.needsAdminKey && adminKey.value === '';
  return undefined;
}
