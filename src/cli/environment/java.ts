import {copyFileSync, existsSync, realpathSync} from 'node:fs';
import path from 'node:path';
import {runProgram} from '../machine/run-program.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What every store of a JDK is opened by, unless somebody says otherwise. */
const usualPassword = 'changeit';

/** How long the JDK's tool may take. Milliseconds. */
const timeout = 60_000;

const name = (windows: string, others: string) => (process.platform === 'win32' ? windows : others);

/** The JDK's tool for stores, and its own store beside it. @returns undefined where there is no JDK */
function findJdk({JAVA_HOME: home = '', PATH: search = ''}: Environment) {
  const folders = [...(home === '' ? [] : [path.join(home, 'bin')]), ...search.split(path.delimiter)];
  const keytool = folders
    .filter(folder => path.isAbsolute(folder))
    .map(folder => path.join(folder, name('keytool.exe', 'keytool')))
    .find(existsSync);
  if (keytool === undefined) {
    return undefined;
  }
  const root = path.join(path.dirname(realpathSync(keytool)), '..');
  const store = ['lib/security/cacerts', 'jre/lib/security/cacerts']
    .map(file => path.join(root, file))
    .find(existsSync);
  return store === undefined ? undefined : {keytool, store};
}

/** What an option of a JVM holds; the last one counts. */
const optionIn = (options: string, property: string): string | undefined =>
  options
    .split(/\s+/)
    .findLast(word => word.startsWith(`-D${property}=`))
    ?.slice(property.length + 3);

interface Trusted {
  readonly caFile: string;
  readonly to: string;
}

/**
 * Makes a store of what the JDK trusts, or the user's own store, and one more certificate: a JVM reads no other form.
 * @returns the options that name it; undefined where there is no JDK, or its tool fails
 */
export async function javaTrust(environment: Environment, {caFile, to}: Trusted): Promise<string | undefined> {
  const jdk = findJdk(environment);
  if (jdk === undefined) {
    return undefined;
  }
  const given = environment['JAVA_TOOL_OPTIONS'] ?? '';
  const password = optionIn(given, 'javax.net.ssl.trustStorePassword') ?? usualPassword;
  try {
    copyFileSync(optionIn(given, 'javax.net.ssl.trustStore') ?? jdk.store, to);
    const words = ['-noprompt', '-alias', 'crm-sandbox', '-file', caFile, '-keystore', to, '-storepass', password];
    await runProgram(jdk.keytool, ['-importcert', ...words], {timeout});
  } catch {
    return undefined;
  }
  return `-Djavax.net.ssl.trustStore=${to} -Djavax.net.ssl.trustStorePassword=${password}`;
}

/** The options of a JVM that lead it through a proxy. @param direct names that it asks itself, as in `NO_PROXY` */
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
