import {nearest} from './nearest.js';
import {environmentNames, type OptionTable} from './option-table.js';
import {address, headerWord, UsageError} from './values.js';

const prefix = 'CRM_SANDBOX_';

/** Variables for clients: the key to send, and the URL. */
export const clientTable = {
  url: {describe: 'Where the sandbox is', read: address},
  key: {describe: 'The key that a client sends', read: headerWord('a key without spaces')},
} as const;

/** Variables that `exec` sets for the preload of Node processes; a sandbox started by the command ignores them. */
const toldToPreload = ['CRM_SANDBOX_FOLDER', 'CRM_SANDBOX_INTERCEPT'];

/**
 * Rejects unknown variables, as the file of options rejects unknown names: a typo must not be ignored.
 * @throws UsageError
 */
export function checkEnvironment(tables: readonly OptionTable[], environment: NodeJS.ProcessEnv): void {
  const known = new Set([...tables.flatMap(environmentNames), ...toldToPreload]);
  const unknown = Object.keys(environment).find(
    name => name.startsWith(prefix) && environment[name] && !known.has(name),
  );
  if (unknown !== undefined) {
    const near = nearest(
      unknown.slice(prefix.length),
      Array.from(known, name => name.slice(prefix.length)),
    );
    const hint =
      near === undefined ? 'crm-sandbox start --help names those there are' : `did you mean ${prefix}${near}?`;
    throw new UsageError(`${unknown} in the environment is not an option; ${hint}`);
  }
}
