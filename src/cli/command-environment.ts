import {accountPrefix, namedKeys} from '../http/guard/named-keys.js';
import {isRegistry, parentOf} from '../preload/hosts.js';
import {environmentOf} from '../sandbox/command/environment.js';
import {reachable} from './client/http-client.js';
import type {readExecOptions} from './options/start-options.js';
import {printError} from './output/output.js';

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
 * Finds variables whose names suggest a key of an intercepted host, and that contain no key of the sandbox. Their
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
  const holds = (name: string) => `${name} has a key that does not belong to the sandbox`;
  return [
    ...replaced.filter(isForeign).map(name => `${holds(name)}; the command gets the sandbox's key instead.`),
    ...left
      .filter(isForeign)
      .map(name => `${holds(name)}, and the command gets it: --key-env ${name} replaces it with the sandbox's.`),
  ];
}

/** @returns a sentence for each domain that is intercepted without its subdomains, which serve most APIs */
export const bareDomains = (hosts: readonly string[]): string[] =>
  hosts
    .filter(host => isRegistry(parentOf(host)) && !hosts.some(other => other.endsWith(`.${host}`)))
    .map(host => `--intercept ${host} leaves out the hosts below it: --intercept '*.${host}' intercepts them.`);

type KeyOptions = Pick<ReturnType<typeof readExecOptions>, 'key' | 'admin-key' | 'key-env'>;

/** Additional variables that the user requested. @param usual the default key */
export const keyVariables = (usual: string, options: KeyOptions): Readonly<Record<string, string>> => ({
  ...(options['admin-key'] !== undefined && {CRM_SANDBOX_ADMIN_KEY: options['admin-key']}),
  ...Object.fromEntries(options['key-env'].map(name => [name, options.key[0] ?? usual])),
});

type SandboxAccess = Omit<Parameters<typeof environmentOf>[0], 'further'>;

/** Warns about data that an intercepted command would send to the real hosts, or with the real keys. */
export function warnOfReal({interception}: Pick<SandboxAccess, 'interception'>, options: KeyOptions): void {
  if (interception !== undefined) {
    const {hosts} = interception;
    const {key: known, 'key-env': replaced} = options;
    [...bareDomains(hosts), ...foreignKeys(process.env, {hosts, replaced, known})].forEach(printError);
  }
}

export async function commandEnvironment(
  {url, key, interception}: SandboxAccess,
  options: KeyOptions,
): Promise<NodeJS.ProcessEnv> {
  warnOfReal({interception}, options);
  const further = keyVariables(key, options);
  return environmentOf({url: reachable(url), key: options.key[0] ?? key, interception, further});
}
