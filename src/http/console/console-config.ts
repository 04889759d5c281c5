import {defaultAccount} from '../../accounts/accounts.js';
import {namedKeys} from '../security/named-keys.js';

/** What the console of a running sandbox has to know before it can ask for anything. */
interface ConsoleConfig {
  /** The key that every sandbox knows, which stands in the README: no other may be told. */
  readonly key: string | null;
  readonly account: string;
  /** Whether `/_sandbox` asks for a key of its own, which the page has to ask a person for. */
  readonly needsAdminKey: boolean;
  /** Whether that key may only read. */
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
