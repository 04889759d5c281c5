import type {Socket, TcpNetConnectOpts} from 'node:net';
import {builtin} from '../builtin.js';
import {replace} from '../replace.js';
import {isNamed} from './named.js';
import {refusal} from './refusal.js';
import type {Setting} from './setting.js';

type Options = Partial<TcpNetConnectOpts> & {readonly servername?: unknown};

/**
 * All connections of Node go through this one method: those of `net` and `tls`, and so of http, https, http2 and
 * undici. What the caller asked for stays with him; the address alone is another one.
 */
export function redirectSockets(setting: Setting): void {
  replace(
    builtin<typeof import('node:net')>('node:net').Socket.prototype,
    'connect',
    original =>
      function (...values) {
        const socket = this as Socket;
        const options = optionsOf(values);
        const host = options && hostOf(socket, options, setting);
        if (options === undefined || host === undefined) {
          return original.apply(this, values);
        }
        const port = portOf(socket, options, setting);
        if (port === undefined) {
          const error = refusal(host, `port ${options.port} of it is not: https and http are`);
          process.nextTick(() => socket.destroy(error));
          return socket;
        }
        const callback = (Array.isArray(values[0]) ? values[0] : values).find(value => typeof value === 'function');
        const target = {
          ...options,
          host: '127.0.0.1',
          port,
          localAddress: undefined,
          localPort: undefined,
        };
        const connected = original.call(this, target, callback);
        // What it was to be connected to: TLS that is put on it later checks the name, and http2 the port.
        Object.assign(socket, {_host: host});
        Object.defineProperty(socket, 'remotePort', {value: Number(options.port), configurable: true});
        return connected;
      },
  );
}

const isTls = (socket: Socket): boolean => socket instanceof builtin<typeof import('node:tls')>('node:tls').TLSSocket;

/** `connect(options)`, `connect(port, host)`, and what Node makes of either before it gets here: a list of both. */
function optionsOf(values: readonly unknown[]): Options | undefined {
  const [first, second] = values;
  if (Array.isArray(first)) {
    return optionsOf(first);
  }
  if (typeof first === 'object' && first !== null) {
    return first as Options;
  }
  return typeof second === 'string' ? {port: Number(first), host: second} : undefined;
}

function hostOf(socket: Socket, {host, servername, path}: Options & {readonly path?: unknown}, setting: Setting) {
  if (path) {
    return undefined; // a socket in the file system
  }
  const names = isTls(socket) ? [host, servername] : [host];
  return names.find((name): name is string => isNamed(name, setting));
}

/** Where it goes: what is no TLS yet may become it, as at 443. */
function portOf(socket: Socket, {port}: Options, setting: Setting): number | undefined {
  if (isTls(socket) || Number(port) === 443) {
    return setting.port;
  }
  return Number(port) === 80 ? setting.plainPort : undefined;
}
