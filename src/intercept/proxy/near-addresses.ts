import {BlockList, isIP} from 'node:net';

const listOf = (subnets: ReadonlyArray<readonly [string, number]>) => {
  const list = new BlockList();
  for (const [address, bits] of subnets) {
    list.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
};

/** This machine, as it calls itself. */
const loopback = listOf([
  ['127.0.0.0', 8],
  ['0.0.0.0', 32],
  ['::1', 128],
  ['::', 128],
]);

/** Networks that only a machine in them reaches, and what a cloud tells its own machines. */
const local = listOf([
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['fc00::', 7],
  ['fe80::', 10],
]);

/** An IPv4 address can be written as the other family's. */
const plain = (address: string) => address.split('%', 1)[0]!.replace(/^::ffff:(?=\d)/i, '');

const isIn = (list: BlockList, address: string) => {
  const family = isIP(plain(address));
  return family !== 0 && list.check(plain(address), family === 4 ? 'ipv4' : 'ipv6');
};

/** Whether a name or an address is this machine itself. */
export const isLoopback = (host: string): boolean =>
  /^localhost\.?$|\.localhost\.?$/i.test(host) || isIn(loopback, host);

/** Whether an address is this machine's, or one of a private network. */
export const isNear = (address: string): boolean => isIn(loopback, address) || isIn(local, address);
