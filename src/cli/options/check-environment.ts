import {nearest} from './nearest.js';
import {environmentNames, type OptionTable} from './option-table.js';
import {address, headerWord, UsageError} from './values.js';

const prefix = 'CRM_SANDBOX_';

/** What clients are told by the environment: the key that they send, and where. */
export const clientTable = {
  url: {describe: 'Where the sandbox is', read: address},
  key: {describe: 'The key that a client sends', read: headerWord('a key without spaces')},
} as const;

/** What `exec` tells the preload of its Node processes, in which the command may run another sandbox. */
const toldToPreload = ['CRM_SANDBOX_FOLDER', 'CRM_SANDBOX_INTERCEPT'];

/**
 * Refuses a variable that none reads, as the file of options refuses a name: a typo must not be passed over.
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
