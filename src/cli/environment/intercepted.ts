import path from 'node:path';
import type {Interception} from '../../intercept/interception.js';
import {HostList, wordsOf} from '../../preload/hosts/host-list.js';
import {nestedIn, variable} from '../../preload/redirect/setting.js';
import {javaProxy, javaTrust} from './java.js';
import {readCertificates, systemRoots} from './roots.js';

type Environment = NodeJS.ProcessEnv;

export type Led = Omit<Interception, 'reached'>;

/** Each of these replaces the system's trusted certificates, so it must include them. */
const wholeStores = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'AWS_CA_BUNDLE', 'GIT_SSL_CAINFO'];

/** The same for rarer clients; set only if the user has set them. */
const otherStores = ['NIX_SSL_CERT_FILE', 'HTTPLIB2_CA_CERTS'];

/** Each of these adds to the trusted certificates. */
const addedStores = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT'];

/** Clients reach this machine without the proxy. */
const ownNames = ['localhost', '127.0.0.1', '::1'];

/**
 * Returns the environment of a command whose clients connect to the sandbox in place of the hosts. It extends the
 * user's own settings and drops none.
 */
export async function interceptedEnvironment(env: Environment, led: Led): Promise<Environment> {
  const {hosts, port, plainPort, caFile: ca, proxy, isolate, allow} = led;
  const direct = directNames(env, led);
  const noProxy = direct.join(',');
  return {
    ...env,
    ...proxyVariables(proxy),
    NO_PROXY: noProxy,
    no_proxy: noProxy,
    ...stores(env, led),
    ...php(env, led),
    JAVA_TOOL_OPTIONS: await javaOptions(env, led, direct),
    [variable]: nestedIn(env[variable], {hosts, port, plainPort, ca, ...(isolate && {isolate: allow})}),
  };
}

const proxyVariables = (proxy: string): Environment => ({
  HTTP_PROXY: proxy,
  http_proxy: proxy,
  HTTPS_PROXY: proxy,
  https_proxy: proxy,
});

/** Removes the intercepted hosts from the user's `NO_PROXY`; an isolated run has no exceptions. */
function directNames(env: Environment, {hosts, isolate}: Led): string[] {
  const given = isolate ? [] : wordsOf([env['no_proxy'], env['NO_PROXY']].join(','));
  const isOurs = (word: string) => {
    const list = new HostList([word]);
    return hosts.some(host => list.names(host, 443) || list.names(host, 80));
  };
  return [...new Set([...given.filter(word => !isOurs(word)), ...ownNames])];
}

function stores(env: Environment, {ca, keep}: Led): Environment {
  const roots = systemRoots();
  const files = new Map<string, string>();
  /** Variables with the same value share a file. */
  const fileOf = (name: string, begin: string) => {
    const given = env[name] ?? '';
    const id = `${begin === '' ? 'added' : 'roots'} ${given}`;
    const found = files.get(id) ?? keep(`trusted-${files.size + 1}.pem`, joined(begin, readCertificates(given), ca));
    files.set(id, found);
    return found;
  };
  return Object.fromEntries([
    ...[...wholeStores, ...otherStores.filter(name => env[name])].map(name => [name, fileOf(name, roots)]),
    ...addedStores.map(name => [name, fileOf(name, '')]),
  ]);
}

const joined = (...texts: ReadonlyArray<string | undefined>) =>
  `${texts.flatMap(text => text?.trim() || []).join('\n')}\n`;

/** PHP reads an additional folder of settings: the part before the separator keeps the folders that it reads anyway. */
function php(env: Environment, {ca, keep}: Led): Environment {
  const bundle = keep('php.pem', joined(systemRoots(), readCertificates(env['SSL_CERT_FILE'] ?? ''), ca));
  const file = keep('php/crm-sandbox.ini', `openssl.cafile="${bundle}"\ncurl.cainfo="${bundle}"\n`);
  return {PHP_INI_SCAN_DIR: `${env['PHP_INI_SCAN_DIR'] ?? ''}${path.delimiter}${path.dirname(file)}`};
}

async function javaOptions(env: Environment, {caFile, proxy}: Led, direct: readonly string[]) {
  const trust = await javaTrust(env, {caFile, to: path.join(path.dirname(caFile), 'java-trust')});
  const options = [env['JAVA_TOOL_OPTIONS'], trust, trust && javaProxy(proxy, direct)];
  return options.filter(text => text).join(' ') || undefined;
}
