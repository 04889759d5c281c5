import {readFileSync} from 'node:fs';

/** The variable that says which connections are redirected, and where to. JSON. */
export const variable = 'CRM_SANDBOX_INTERCEPT';

/** Which connections are redirected, and where to on this machine. */
export interface Setting {
  /** Names in lower case; their subdomains go along. */
  readonly hosts: readonly string[];
  /** Where TLS is spoken, with certificates for the hosts. */
  readonly port: number;
  /** Where plain HTTP is spoken; without it a plain connection to a host fails. */
  readonly plainPort?: number;
  /** The certificate that signed those of the hosts. PEM. */
  readonly ca: string;
}

/**
 * @returns undefined where nothing is to be redirected
 * @throws Error of one sentence where it says something else than it must: no connection may then be made
 */
export function readSetting(text: string | undefined): Setting | undefined {
  if (!text) {
    return undefined;
  }
  const {hosts, port, plainPort, ca} = parsed(text);
  if (!Array.isArray(hosts) || hosts.length === 0 || !hosts.every(host => typeof host === 'string' && host !== '')) {
    throw wrong('hosts must be a list of names, such as ["api.example.com"]');
  }
  if (!isPort(port) || !(plainPort === undefined || isPort(plainPort))) {
    throw wrong('port and plainPort must be ports of this machine, from 1 to 65535');
  }
  if (typeof ca !== 'string') {
    throw wrong('ca must be the file of a certificate');
  }
  return {
    hosts: hosts.map(host => host.toLowerCase()),
    port,
    ...(plainPort !== undefined && {plainPort}),
    ca: certificateIn(ca),
  };
}

function parsed(text: string): Partial<Record<'hosts' | 'port' | 'plainPort' | 'ca', unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {} // told below
  if (typeof value !== 'object' || value === null) {
    throw wrong('it must be a JSON object');
  }
  return value;
}

function certificateIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw wrong(
      `its certificate cannot be read (${(error as NodeJS.ErrnoException).code} ${file}); has the run ended?`,
    );
  }
}

const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 65_536;

const wrong = (what: string) => new Error(`${variable} in the environment is wrong: ${what}`);
