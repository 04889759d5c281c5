import {reachable} from '../client/sandbox-url.js';
import {printError} from '../output/output.js';
import {foreignKeys} from './foreign-keys.js';
import type {Led} from './intercepted.js';
import {withPreload} from './with-preload.js';

interface Asked {
  readonly key: readonly string[];
  readonly 'admin-key': string | undefined;
  readonly 'key-env': readonly string[];
}

interface Found {
  readonly url: string;
  readonly key: string;
  readonly interception?: Led | undefined;
}

/** The environment of `exec`'s command. If hosts are intercepted, it routes their clients to the sandbox. */
export async function commandEnvironment(
  {url, key, interception}: Found,
  {key: known, 'admin-key': adminKey, 'key-env': replaced}: Asked,
): Promise<NodeJS.ProcessEnv> {
  const [given = key] = known;
  const environment = withPreload({
    ...process.env,
    CRM_SANDBOX_URL: reachable(url),
    CRM_SANDBOX_KEY: given,
    ...(adminKey !== undefined && {CRM_SANDBOX_ADMIN_KEY: adminKey}),
    ...Object.fromEntries(replaced.map(name => [name, given])),
  });
  if (interception === undefined) {
    return environment;
  }
  foreignKeys(process.env, {hosts: interception.hosts, replaced, known}).forEach(printError);
  const {interceptedEnvironment} = await import('./intercepted.js');
  return interceptedEnvironment(environment, interception);
}
