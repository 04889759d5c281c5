import {defaultAccount} from '../../accounts/accounts.js';
import {namedKeys} from '../security/named-keys.js';

interface ConsoleConfig {
  /** The default key, which the README publishes. Never expose any other key here. */
  readonly key: string | null;
  readonly account: string;
  /** True if `/_sandbox` needs an admin key, which the page must request from the user. */
  readonly needsAdminKey: boolean;
  readonly isReadOnly: boolean;
  readonly version: string;
}

export function consoleConfig(adminKey: string | undefined, version: string): ConsoleConfig {
  const [key, role] = namedKeys[0]!;
  return {
    key,
    account: defaultAccount,
    needsAdminKey: adminKey !== undefined,
    isReadOnly: role === 'read-only',
    version,
  };
}
