import {InvalidArgumentError} from '../../errors.js';

/** Sandbox names have the same form as account names. */
const sandboxName = /^[A-Za-z0-9._-]{1,64}$/;

const scheme = /^postgres(?:ql)?:/i;

/** True if the option `data` is the address of a database, not a file. */
export const isDatabase = (data: string): boolean => scheme.test(data);

/** The address of a database for display, without the password. */
export function shownAddress(data: string): string {
  if (!isDatabase(data)) {
    return data;
  }
  if (!URL.canParse(data)) {
    return 'the database';
  }
  const url = new URL(data);
  const {protocol, username, host, pathname} = url;
  const sandbox = url.searchParams.get('sandbox');
  const query = sandbox === null ? '' : `?sandbox=${encodeURIComponent(sandbox)}`;
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}${query}`;
}

/**
 * Splits `postgres://user@host/db?sandbox=team-a` into the name of the sandbox and the address for the driver.
 * @throws InvalidArgumentError, without the password
 */
export function readAddress(data: string): {readonly sandbox: string; readonly connectionString: string} {
  const form = 'such as postgres://user@host/db?sandbox=team-a';
  if (!URL.canParse(data)) {
    throw new InvalidArgumentError(`data: this is not the address of a database; give one ${form}`);
  }
  const url = new URL(data);
  const sandbox = url.searchParams.get('sandbox') ?? '';
  if (!sandboxName.test(sandbox)) {
    throw new InvalidArgumentError(
      `data: ${shownAddress(data)} must name the sandbox, 1 to 64 letters, digits, ".", "_" or "-", ${form}`,
    );
  }
  url.searchParams.delete('sandbox');
  return {sandbox, connectionString: url.href};
}
