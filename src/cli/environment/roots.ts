import {readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import * as tls from 'node:tls';

/** Where systems keep the certificates that they trust, in one file. */
const stores = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** More than any of them holds. Bytes. */
const largest = 16 * 1024 * 1024;

/** Files of a folder of certificates that are looked at. */
const mostFiles = 2000;

/** What the system trusts, as PEM: its own file, and else what Node brings. */
export function systemRoots(): string {
  for (const file of stores) {
    const found = readCertificates(file);
    if (found !== undefined) {
      return found;
    }
  }
  // Only newer versions of Node can ask the system itself.
  const ask = (tls as {getCACertificates?: (kind: 'system') => string[]}).getCACertificates;
  return [...tls.rootCertificates, ...(ask?.('system') ?? [])].join('\n');
}

/**
 * The certificates of a file, or of the files of a folder, as PEM.
 * @returns undefined where there are none that can be read
 */
export function readCertificates(name: string): string | undefined {
  try {
    const files = statSync(name).isDirectory()
      ? readdirSync(name)
          .slice(0, mostFiles)
          .map(entry => path.join(name, entry))
      : [name];
    const texts = files.flatMap(file => textOf(file) ?? []);
    return texts.length === 0 ? undefined : texts.join('\n');
  } catch {
    return undefined;
  }
}

function textOf(file: string): string | undefined {
  const facts = statSync(file, {throwIfNoEntry: false});
  const text = facts?.isFile() && facts.size <= largest ? readFileSync(file, 'utf8') : '';
  return text.includes('-----BEGIN ') ? text : undefined;
}
