import {fileURLToPath} from 'node:url';
import {accountPrefix, namedKeys} from '../../http/guard/named-keys.js';
import {isRegistry, parentOf} from '../../preload/hosts.js';
import {loading} from '../../preload/redirect/setting.js';
import {packageFolder} from '../../version.js';
import {reachable} from '../client/http-client.js';
import type {readExecOptions} from '../options/start-options.js';
import {printError} from '../output/output.js';
import type {Led} from './intercepted.js';

/** A single file that imports nothing else of the sandbox. */
const preload = fileURLToPath(new URL('dist/bundle/preload.cjs', packageFolder));

/** Part of NODE_OPTIONS. */
export const preloadOption = loading(preload, {}).NODE_OPTIONS;

/**
 * Adds the preload to a command's environment. It makes processes of Node and Bun report lines of their code, and routes
 * requests for the real service to the sandbox. The user's own settings are kept.
 */
export const withPreload = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...env,
  ...loading(preload, env),
  CRM_SANDBOX_FOLDER: env.CRM_SANDBOX_FOLDER || process.cwd(),
});

/** Labels that are common in host names. */
const usual = new Set(['api', 'app', 'www', 'rest', 'gateway', 'sandbox', 'staging', 'test', 'dev']);

const keyWords = /_(?:API)?(?:KEY|TOKEN|SECRET)$/;

const shortest = 3;

/** The labels that distinguish a host: `example` of `api.example.com`. */
const labelsOf = (host: string): string[] =>
  host
    .split('.')
    .slice(0, -1)
    .flatMap(label => label.split('-'))
    .filter(label => label.length >= shortest && !usual.has(label))
    .map(label => label.toUpperCase());

type KeySearch = Readonly<Record<'hosts' | 'replaced' | 'known', readonly string[]>>;

/**
 * Finds variables whose names suggest a key of an intercepted host, and that do not hold a key of the sandbox. Their
 * values are never printed.
 * @returns sentences
 */
export function foreignKeys(env: NodeJS.ProcessEnv, {hosts, replaced, known}: KeySearch): string[] {
  const own = ['', ...namedKeys.map(([key]) => key), ...known];
  const labels = ['CRM', ...hosts.flatMap(labelsOf)];
  const isForeign = (name: string) => !own.includes(env[name] ?? '') && !env[name]!.startsWith(accountPrefix);
  const isOfHost = (name: string) =>
    !name.startsWith('CRM_SANDBOX_') && keyWords.test(name) && labels.some(label => name.includes(label));
  const left = Object.keys(env).filter(name => isOfHost(name.toUpperCase()) && !replaced.includes(name));
  const holds = (name: string) => `${name} holds a key that is none of the sandbox's`;
  return [
    ...replaced.filter(isForeign).map(name => `${holds(name)}; the command gets the sandbox's in its place.`),
    ...left
      .filter(isForeign)
      .map(name => `${holds(name)}, and the command gets it: --key-env ${name} puts the sandbox's in its place.`),
  ];
}

/** @returns a sentence for each domain that is intercepted without the hosts below it, one of which serves most APIs */
export const bareDomains = (hosts: readonly string[]): string[] =>
  hosts
    .filter(host => isRegistry(parentOf(host)) && !hosts.some(other => other.endsWith(`.${host}`)))
    .map(host => `--intercept ${host} leaves out the hosts below it: --intercept '*.${host}' intercepts them.`);

type KeyOptions = Pick<ReturnType<typeof readExecOptions>, 'key' | 'admin-key' | 'key-env'>;

interface SandboxAccess {
  readonly url: string;
  readonly key: string;
  readonly interception?: Led | undefined;
}

export async function commandEnvironment(
  {url, key, interception}: SandboxAccess,
  {key: known, 'admin-key': adminKey, 'key-env': replaced}: KeyOptions,
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
  const {hosts} = interception;
  [...bareDomains(hosts), ...foreignKeys(process.env, {hosts, replaced, known})].forEach(printError);
  const {interceptedEnvironment} = await import('./intercepted.js');
  return interceptedEnvironment(environment, interception);
}
