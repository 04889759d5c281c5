import {readFile} from 'node:fs/promises';
import {InvalidArgumentError} from '../errors.js';
import {hostOf} from './options/table.js';
import {jsonIn} from './options/values.js';
import type {StartOptions} from './start-options.js';

/** @returns undefined for a sandbox that does not listen */
export const addressOf = (options: StartOptions) =>
  options.listen === false ? undefined : {port: options.port ?? 0, host: hostOf(options)};

/** @throws InvalidArgumentError if the files do not match, or the system's own error for an unreadable one */
export async function certificateOf({tlsCert, tlsKey}: StartOptions) {
  if (tlsCert === undefined) {
    return undefined;
  }
  const certificate = {cert: await readFile(tlsCert), key: await readFile(tlsKey!)};
  try {
    const {createSecureContext} = await import('node:tls');
    createSecureContext(certificate);
  } catch (error) {
    const reason = (error as Error).message;
    throw new InvalidArgumentError(
      `startSandbox: ${tlsCert} and ${tlsKey} are not a certificate and its key: ${reason}`,
    );
  }
  return certificate;
}

/** @throws InvalidArgumentError for an invalid entry, or the system's own error for an unreadable file */
export async function readKeys({keysFile}: StartOptions) {
  if (keysFile === undefined) {
    return undefined;
  }
  const {KeysFile} = await import('../http/guard/keys-file.js'); // most sandboxes do not need it
  return new KeysFile(jsonIn(await readFile(keysFile, 'utf8'), keysFile, InvalidArgumentError), keysFile);
}

/** @param port 0 without a listener */
export function urlOf(options: StartOptions, port: number): string {
  const host = hostOf(options);
  const name = host.includes(':') ? `[${host}]` : host;
  return port === 0 ? `http://${name}` : `${options.tlsCert === undefined ? 'http' : 'https'}://${name}:${port}`;
}
