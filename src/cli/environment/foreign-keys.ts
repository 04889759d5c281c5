import {accountPrefix, namedKeys} from '../../http/guard/named-keys.js';

/** Labels that are common in host names. */
const usual = new Set(['api', 'app', 'www', 'rest', 'gateway', 'sandbox', 'staging', 'test', 'dev']);

const keyWords = /_(?:API)?(?:KEY|TOKEN|SECRET)$/;

const shortest = 3;

/** The labels that distinguish a host: `example` of `api.example.com`. */
const labelsOf = (host: string): string[] =>
  host
    .toUpperCase()
    .split('.')
    .slice(0, -1)
    .flatMap(label => label.split('-'))
    .filter(label => label.length >= shortest && !usual.has(label.toLowerCase()));

interface Asked {
  readonly hosts: readonly string[];
  readonly replaced: readonly string[];
  readonly known: readonly string[];
}

/**
 * Finds variables whose names suggest a key of an intercepted host, and that do not hold a key of the sandbox. Their
 * values are never printed.
 * @returns sentences
 */
export function foreignKeys(env: NodeJS.ProcessEnv, {hosts, replaced, known}: Asked): string[] {
  const own = new Set([...namedKeys.map(([key]) => key), ...known, '']);
  const labels = ['CRM', ...hosts.flatMap(labelsOf)];
  const isForeign = (name: string) => {
    const value = env[name] ?? '';
    return !own.has(value) && !value.startsWith(accountPrefix);
  };
  const isOfHost = (name: string) =>
    !name.startsWith('CRM_SANDBOX_') && keyWords.test(name) && labels.some(label => name.includes(label));
  const left = Object.keys(env).filter(name => isOfHost(name.toUpperCase()) && !replaced.includes(name));
  return [
    ...replaced
      .filter(isForeign)
      .map(name => `${name} holds a key that is none of the sandbox's; the command gets the sandbox's in its place.`),
    ...left
      .filter(isForeign)
      .map(
        name =>
          `${name} holds a key that is none of the sandbox's, and the command gets it: --key-env ${name} puts the sandbox's in its place.`,
      ),
  ];
}
