import {execFile} from 'node:child_process';
import {copyFileSync, existsSync, readdirSync, readFileSync, realpathSync, statSync} from 'node:fs';
import path from 'node:path';
import * as tls from 'node:tls';
import {promisify} from 'node:util';
import type {Interception} from '../../intercept/interception.js';
import {HostList, isOneOf, withoutPort, wordsOf} from '../../preload/hosts.js';
import {addedStores, nestedIn, variable, wholeStores} from '../../preload/redirect/setting.js';

type Environment = NodeJS.ProcessEnv;

export type Led = Omit<Interception, 'reached'>;

/** Like the usual stores, for rarer clients; set only if the user has set them. */
const otherStores = ['NIX_SSL_CERT_FILE', 'HTTPLIB2_CA_CERTS'];

/** Clients reach this machine without the proxy. */
const ownNames = ['localhost', '127.0.0.1', '::1'];

/**
 * The environment of a command whose clients connect to the sandbox instead of the hosts. It extends the user's own
 * settings and removes none.
 */
export async function interceptedEnvironment(env: Environment, led: Led): Promise<Environment> {
  const {hosts, port, plainPort, caFile: ca, proxy, isolate, allow} = led;
  const direct = directNames(env, led);
  const both = {HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: direct.join(',')};
  return {
    ...env,
    ...both,
    ...Object.fromEntries(Object.entries(both).map(([name, value]) => [name.toLowerCase(), value])),
    ...stores(env, led),
    ...php(env, led),
    JAVA_TOOL_OPTIONS: await javaOptions(env, led, direct),
    [variable]: nestedIn(env[variable], {hosts, port, plainPort, ca, ...(isolate && {isolate: allow})}),
  };
}

/** Removes the intercepted hosts from the user's `NO_PROXY`; an isolated run has no exceptions. */
function directNames(env: Environment, {hosts, isolate}: Led): string[] {
  const given = isolate ? [] : wordsOf([env['no_proxy'], env['NO_PROXY']].join(','));
  const isOurs = (word: string) => {
    const list = new HostList([word]);
    const isBelow = isOneOf(hosts, withoutPort(word).replace(/^\*?\./, ''));
    return isBelow || hosts.some(host => list.names(host, 443) || list.names(host, 80));
  };
  return [...new Set([...given.filter(word => !isOurs(word)), ...ownNames])];
}

function stores(env: Environment, {ca, keep}: Led): Environment {
  const roots = systemRoots();
  const files = new Map<string, string>();
  /** Variables with the same content share a file. */
  const fileOf = (begin: string) => (name: string) => {
    const content = joined(begin, readCertificates(env[name] ?? ''), ca);
    const file = files.get(content) ?? keep(`trusted-${files.size + 1}.pem`, content);
    files.set(content, file);
    return [name, file];
  };
  const whole = [...wholeStores, ...otherStores.filter(name => env[name])];
  return Object.fromEntries([...whole.map(fileOf(roots)), ...addedStores.map(fileOf(''))]);
}

const joined = (...texts: ReadonlyArray<string | undefined>) =>
  `${texts.flatMap(text => text?.trim() || []).join('\n')}\n`;

/** PHP reads an additional folder of settings. The part before the separator keeps the default folders. */
function php(env: Environment, {ca, keep}: Led): Environment {
  const bundle = keep('php.pem', joined(systemRoots(), readCertificates(env['SSL_CERT_FILE'] ?? ''), ca));
  const file = keep('php/crm-sandbox.ini', `openssl.cafile="${bundle}"\ncurl.cainfo="${bundle}"\n`);
  return {PHP_INI_SCAN_DIR: `${env['PHP_INI_SCAN_DIR'] ?? ''}${path.delimiter}${path.dirname(file)}`};
}

async function javaOptions(env: Environment, {caFile, proxy}: Led, direct: readonly string[]) {
  const trust = await javaTrust(env, caFile, path.join(path.dirname(caFile), 'java-trust'));
  const options = [env['JAVA_TOOL_OPTIONS'], trust, trust && javaProxy(proxy, direct)];
  return options.filter(text => text).join(' ') || undefined;
}

/** Files with trusted certificates on common systems. */
const systemStores = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Bytes. All of these files are smaller. */
const largest = 16 * 1024 * 1024;

const maxFiles = 2000;

/** The system's trusted certificates as PEM, from the system's file or, without one, from Node. */
export function systemRoots(): string {
  for (const file of systemStores) {
    const found = readCertificates(file);
    if (found !== undefined) {
      return found;
    }
  }
  // Only newer versions of Node provide this function.
  const getCertificates = (tls as {getCACertificates?: (kind: 'system') => string[]}).getCACertificates;
  return [...tls.rootCertificates, ...(getCertificates?.('system') ?? [])].join('\n');
}

/** Reads the certificates in a file, or in the files of a folder, as PEM. @returns undefined if there are none */
export function readCertificates(name: string): string | undefined {
  try {
    const isFolder = statSync(name).isDirectory();
    const files = isFolder ? readdirSync(name).map(entry => path.join(name, entry)) : [name];
    const found = files.slice(0, maxFiles).flatMap(file => certificatesIn(file));
    return found.length === 0 ? undefined : `${found.join('\n')}\n`;
  } catch {
    return undefined;
  }
}

/** Extracts only certificates, because the file may also contain a private key, which must not be copied. */
function certificatesIn(file: string): string[] {
  const facts = statSync(file, {throwIfNoEntry: false});
  const text = facts?.isFile() && facts.size <= largest ? readFileSync(file, 'utf8') : '';
  return text.split('-----BEGIN ').flatMap(block => {
    const [label = ''] = /^(?:TRUSTED |X509 )?CERTIFICATE-----/.exec(block) ?? [];
    return label === '' ? [] : [`-----BEGIN ${block.split('-----END ', 1)[0]}-----END ${label}`];
  });
}

const usualPassword = 'changeit';

/** Milliseconds for `keytool`. */
const timeout = 60_000;

const keytoolName = process.platform === 'win32' ? 'keytool.exe' : 'keytool';

/** Finds `keytool` and the JDK's trust store. @returns undefined without a JDK */
function findJdk({JAVA_HOME: home, PATH: search = ''}: Environment) {
  const folders = [...(home ? [path.join(home, 'bin')] : []), ...search.split(path.delimiter)].filter(path.isAbsolute);
  const keytool = folders.map(folder => path.join(folder, keytoolName)).find(existsSync);
  if (keytool === undefined) {
    return undefined;
  }
  const root = path.join(path.dirname(realpathSync(keytool)), '..');
  const stores = ['lib/security/cacerts', 'jre/lib/security/cacerts'].map(file => path.join(root, file));
  const store = stores.find(existsSync);
  return store === undefined ? undefined : {keytool, store};
}

/** The value of a property in JVM options; the last one wins. */
const optionIn = (options: string, property: string): string | undefined =>
  options
    .split(/\s+/)
    .findLast(word => word.startsWith(`-D${property}=`))
    ?.slice(property.length + 3);

/**
 * Creates a trust store with the JDK's (or the user's) certificates and one more: a JVM reads no other format.
 * @returns the JVM options for it; undefined without a JDK, or if `keytool` fails
 */
async function javaTrust(environment: Environment, caFile: string, to: string): Promise<string | undefined> {
  const jdk = findJdk(environment);
  if (jdk === undefined) {
    return undefined;
  }
  const given = environment['JAVA_TOOL_OPTIONS'] ?? '';
  const password = optionIn(given, 'javax.net.ssl.trustStorePassword') ?? usualPassword;
  try {
    copyFileSync(optionIn(given, 'javax.net.ssl.trustStore') ?? jdk.store, to);
    const words = ['-noprompt', '-alias', 'crm-sandbox', '-file', caFile, '-keystore', to, '-storepass', password];
    await promisify(execFile)(jdk.keytool, ['-importcert', ...words], {timeout});
  } catch {
    return undefined;
  }
  return `-Djavax.net.ssl.trustStore=${to} -Djavax.net.ssl.trustStorePassword=${password}`;
}

/** JVM options for a proxy. @param direct hosts to reach without it, in `NO_PROXY` format */
export function javaProxy(proxy: string, direct: readonly string[]): string {
  const {hostname, port} = new URL(proxy);
  const names = direct.map(word => word.replace(/^\*?\./, '')).filter(word => /^[\w.-]+$/.test(word));
  const others = names.filter(word => word !== 'localhost' && word !== '127.0.0.1');
  const skipped = ['localhost', '127.*', '[::1]', ...others.flatMap(word => [word, `*.${word}`])];
  return [
    ...['http', 'https'].flatMap(scheme => [`-D${scheme}.proxyHost=${hostname}`, `-D${scheme}.proxyPort=${port}`]),
    `-Dhttp.nonProxyHosts=${skipped.join('|')}`,
  ].join(' ');
}
