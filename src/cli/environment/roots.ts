import {readdirSync, readFileSync, statSync} from 'node:fs';
import path from 'node:path';
import * as tls from 'node:tls';

/** The files in which systems keep their trusted certificates. */
const stores = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Bytes. Larger than any of these files. */
const largest = 16 * 1024 * 1024;

/** The number of files that are read from a folder of certificates. */
const mostFiles = 2000;

/** The system's trusted certificates as PEM, from the system's file or else those of Node. */
export function systemRoots(): string {
  for (const file of stores) {
    const found = readCertificates(file);
    if (found !== undefined) {
      return found;
    }
  }
  // Only newer versions of Node provide this function.
  const ask = (tls as {getCACertificates?: (kind: 'system') => string[]}).getCACertificates;
  return [...tls.rootCertificates, ...(ask?.('system') ?? [])].join('\n');
}

/**
 * Reads the certificates in a file, or in the files of a folder, as PEM.
 * @returns undefined if none can be read
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
  return certificatesIn(text);
}

/** Extracts only certificates: the file may hold a private key too, which must not be copied. */
function certificatesIn(text: string): string | undefined {
  const blocks = text.split('-----BEGIN ').filter(block => /^(?:TRUSTED |X509 )?CERTIFICATE-----/.test(block));
  const pem = blocks.map(block => {
    const label = block.slice(0, block.indexOf('-----'));
    return `-----BEGIN ${block.split('-----END ', 1)[0]}-----END ${label}-----\n`;
  });
  return pem.length === 0 ? undefined : pem.join('');
}
