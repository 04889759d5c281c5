import {isDatabase} from '../../persistence/postgres/address.js';
import type {sandboxOptions} from '../../sandbox/options/table.js';
import {UsageError} from '../../sandbox/options/values.js';
import type {Values} from './option-table.js';

type SandboxValues = Values<typeof sandboxOptions>;

/** @throws UsageError if an option requires another one that is missing */
export function checkStart(options: SandboxValues): void {
  if (options['allow-host'].includes('*') && !options.expose) {
    throw new UsageError(
      '--allow-host * lets any page on the web reach the sandbox through a name of its own; name the hosts, or give --expose as well',
    );
  }
  const {key: keys, intercept: hosts} = options;
  if (options['keys-file'] !== undefined && (keys.length > 0 || options['admin-key'] || hosts.length > 0)) {
    throw new UsageError('--keys-file has all keys: leave out --key, --admin-key and --intercept');
  }
  if ((options['tls-cert'] === undefined) !== (options['tls-key'] === undefined)) {
    throw new UsageError('--tls-cert and --tls-key go together: give both, or neither');
  }
  if (options.recover && (options.data === undefined || isDatabase(options.data))) {
    throw new UsageError('--recover goes with --data, which names the file to recover');
  }
  // `exec` sets the variable for its command, which may start a separate sandbox.
  const key = options['admin-key'];
  if (!options.admin && key !== undefined && key !== process.env['CRM_SANDBOX_ADMIN_KEY']) {
    throw new UsageError('--no-admin and --admin-key are mutually exclusive: the key protects /_sandbox');
  }
}

/** @throws UsageError for an option that a command could not use */
export function checkCommand<T extends SandboxValues>(options: T): T {
  const name = (['tls-cert', 'keys-file'] as const).find(name => options[name] !== undefined);
  if (name !== undefined) {
    throw new UsageError(`--${name} is for start: a command gets the address and the key of its own sandbox`);
  }
  return options;
}
