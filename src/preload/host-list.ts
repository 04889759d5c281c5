import {BlockList, isIP} from 'node:net';
import {hostName} from './host-name.js';

/** A name, which includes its subdomains. An entry without a port names all ports. */
interface Entry {
  readonly name: string;
  readonly port: string | undefined;
}

/** Characters of one list that are read. */
const longest = 65_536;

/**
 * A list of hosts as `NO_PROXY` holds it: names, which include their subdomains (`example.com`, `.example.com`,
 * `*.example.com`), addresses, ranges such as `10.0.0.0/8`, each with a port if wanted, and `*` for all.
 */
export class HostList {
  readonly #entries: readonly Entry[];
  readonly #ranges = new BlockList();
  readonly #isAll: boolean;

  constructor(written: readonly string[]) {
    const words = written.flatMap(wordsOf);
    this.#isAll = words.includes('*');
    this.#entries = words.filter(word => !this.#addRange(word)).map(entryOf);
  }

  /**
   * @param name a host's name or address, without brackets
   * @param port any port of the host, if undefined
   */
  names(name: string, port?: number): boolean {
    const host = hostName(name);
    return this.#isAll || this.#entries.some(entry => isMeant(entry, host, port)) || this.#hasAddress(host);
  }

  #hasAddress(host: string): boolean {
    const family = isIP(host);
    return family !== 0 && this.#ranges.check(host, family === 4 ? 'ipv4' : 'ipv6');
  }

  #addRange(word: string): boolean {
    const [address = '', bits = ''] = word.split('/');
    const family = isIP(address);
    const most = family === 4 ? 32 : 128;
    if (family === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > most) {
      return false;
    }
    this.#ranges.addSubnet(address, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  }
}

export const wordsOf = (list: string): string[] =>
  list
    .slice(0, longest)
    .toLowerCase()
    .split(/[\s,]/)
    .filter(word => word !== '');

function entryOf(word: string): Entry {
  const colon = word.lastIndexOf(':');
  const after = word.slice(colon + 1);
  // An address of the sixth version has colons of its own, and a port only behind brackets.
  const hasPort = colon >= 0 && /^\d{1,5}$/.test(after) && (word.indexOf(':') === colon || word[colon - 1] === ']');
  const name = hasPort ? word.slice(0, colon) : word;
  return {name: hostName(name.replace(/^\[|\]$/g, '').replace(/^\*?\./, '')), port: hasPort ? after : undefined};
}

const isMeant = ({name, port}: Entry, host: string, asked: number | undefined): boolean =>
  name !== '' &&
  (port === undefined || asked === undefined || port === `${asked}`) &&
  (host === name || host.endsWith(`.${name}`));
