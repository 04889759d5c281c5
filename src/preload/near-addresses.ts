import {BlockList, isIP} from 'node:net';
import type {HostList} from './host-list.js';
import {hostName} from './host-name.js';

const listOf = (subnets: ReadonlyArray<readonly [string, number]>) => {
  const list = new BlockList();
  for (const [address, bits] of subnets) {
    list.addSubnet(address, bits, isIP(address) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
};

const loopback = listOf([
  ['127.0.0.0', 8],
  ['0.0.0.0', 32],
  ['::1', 128],
  ['::', 128],
]);

/** Private networks, and the metadata service of clouds. */
const local = listOf([
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['fc00::', 7],
  ['fe80::', 10],
]);

/** An IPv4 address can be written as an IPv6 address. */
const plain = (address: string) => address.split('%', 1)[0]!.replace(/^::ffff:(?=\d)/i, '');

const isIn = (list: BlockList, address: string) => {
  const family = isIP(plain(address));
  return family !== 0 && list.check(plain(address), family === 4 ? 'ipv4' : 'ipv6');
};

export const isLoopback = (host: string): boolean => /(?:^|\.)localhost$/.test(hostName(host)) || isIn(loopback, host);

/** Includes this machine and private networks. */
export const isNear = (address: string): boolean => isIn(loopback, address) || isIn(local, address);

/** Returns the error for a host that an isolated run refuses. The port is undefined if the host is only looked up. */
export const isolationError = (host: string, port: number | undefined, allowed: HostList): string | undefined =>
  isLoopback(host) || allowed.names(host, port)
    ? undefined
    : `${host} is none of the hosts that --isolate lets through; --allow ${host} adds it`;
