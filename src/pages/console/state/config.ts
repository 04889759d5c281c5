import {signal} from '@preact/signals';

/** What the sandbox says of itself to this page. */
export interface Config {
  /** The public key of the default account. */
  readonly key: string;
  /** The name of the default account. */
  readonly account: string;
  readonly needsAdminKey: boolean;
  readonly isReadOnly: boolean;
  readonly version: string;
}

/** Undefined until it is there, and for as long as the page shows a trace without a sandbox. */
export const config = signal<Config | undefined>(undefined);

/** Asked for once, and kept in memory alone. */
export const adminKey = signal('');

/** Whether the sandbox refused what was asked without that key, or with a wrong one. */
export const isAdminKeyWanted = signal(false);

/** Whether there was no sandbox when the page was opened. */
export const isUnreachable = signal(false);

/** What a server says that has no sandbox, and only shows a file: where it is. */
interface TraceConfig {
  readonly trace: string;
}

/**
 * @returns where the trace is that is shown in place of a sandbox, if so
 * @throws where nobody answers
 */
export async function loadConfig(): Promise<string | undefined> {
  const response = await fetch('/_sandbox/ui/config.json');
  if (!response.ok) {
    throw new Error(`config.json: ${response.status}`);
  }
  const loaded = (await response.json()) as Config | TraceConfig;
  if ('trace' in loaded) {
    return loaded.trace;
  }
  config.value = loaded;
  isAdminKeyWanted.value = loaded.needsAdminKey && adminKey.value === '';
  return undefined;
}
