import {builtin, replace} from './replace.js';

interface Deno {
  readonly permissions: {querySync(descriptor: {readonly name: string}): {readonly state: string}};
}

const {Deno: deno} = globalThis as {readonly Deno?: Deno};

export const isDeno = deno !== undefined;

/** False if Deno would stop the process, or prompt the user, for a lack of permission. */
export const isPermitted = (...names: readonly string[]): boolean =>
  deno === undefined || names.every(name => deno.permissions.querySync({name}).state === 'granted');

/** Without permissions, the hosts of the run are unknown. Deno's own `fetch` still uses the run's proxy. */
export function refuseSockets(): void {
  const {Socket} = builtin<typeof import('node:net')>('node:net');
  replace(Socket.prototype, 'connect', () => {
    throw new Error('crm-sandbox exec: in Deno, node:net and node:http need the flags --allow-env and --allow-read');
  });
}
