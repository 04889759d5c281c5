import {execFile} from 'node:child_process';
import {copyFileSync, existsSync, realpathSync} from 'node:fs';
import path from 'node:path';
import {promisify} from 'node:util';

type Environment = Readonly<Record<string, string | undefined>>;

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
export async function javaTrust(environment: Environment, caFile: string, to: string): Promise<string | undefined> {
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
