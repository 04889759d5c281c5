import type {Socket as DatagramSocket} from 'node:dgram';
import type {LookupFunction, Socket, TcpNetConnectOpts} from 'node:net';
import type {ConnectionOptions} from 'node:tls';
import {hostName, isLoopback, isOneOf} from '../hosts.js';
import {builtin, replace} from '../replace.js';
import {decide, failure, type RunTarget, report} from './decide.js';
import type {Run} from './setting.js';

type Options = Partial<TcpNetConnectOpts> & ConnectionOptions;

/** A name that Node fails to look up, so that a rejected connection fails like one to an unknown host. */
const unknownName = 'refused.invalid';

/**
 * All connections of Node use this one method: those of `net` and `tls`, and so of http, https, http2 and undici. A
 * redirected connection keeps all options of the caller except the address.
 */
export function redirectSockets(runs: readonly Run[]): void {
  const {Socket} = builtin<typeof import('node:net')>('node:net');
  replace(Socket.prototype, 'connect', (original, self, values) => {
    const socket = self as Socket;
    const options = optionsOf(values);
    const target = targetOf(socket, options, runs);
    if (target === undefined) {
      checkLookup(socket, options, runs);
      reportPassed(options, runs);
      return original.apply(socket, values);
    }
    const port = target.error === undefined ? portOf(socket, options, target.run) : undefined;
    if (port === undefined) {
      const error = failure(target, `port ${options.port} of it is not: https and http are`);
      const lookup: LookupFunction = (_name, _options, done) => done(error, '');
      return original.call(socket, {...options, host: unknownName, lookup});
    }
    const callback = (Array.isArray(values[0]) ? values[0] : values).find(value => typeof value === 'function');
    const to = {...options, host: '127.0.0.1', port, localAddress: undefined, localPort: undefined};
    const connected = original.call(socket, to, callback);
    // TLS added to the socket later checks this name, and http2 reads this port.
    Object.assign(socket, {_host: target.host});
    Object.defineProperty(socket, 'remotePort', {value: Number(options.port), configurable: true});
    return connected;
  });
}

const isTls = (socket: Socket): boolean => socket instanceof builtin<typeof import('node:tls')>('node:tls').TLSSocket;

/**
 * Parses `connect(options)`, `connect(path, options)`, `connect(port, host, options)`, and Node's normalized list of
 * each. Later options take precedence.
 */
function optionsOf(values: readonly unknown[]): Options {
  const [first, second] = values;
  if (Array.isArray(first)) {
    return optionsOf(first);
  }
  const start = typeof first === 'string' && Number.isNaN(Number(first)) ? {path: first} : {port: first};
  return Object.assign(
    {},
    typeof first !== 'object' && {...start, ...(typeof second === 'string' && {host: second})},
    ...values.filter(value => typeof value === 'object'),
  );
}

function targetOf(
  socket: Socket,
  {host, port, servername, path}: Options,
  runs: readonly Run[],
): RunTarget | undefined {
  if (path) {
    return undefined; // a Unix socket
  }
  const byHost = decide(host, Number(port), runs);
  const byName = isTls(socket) ? decide(servername, Number(port), runs) : undefined;
  return [byHost, byName].find(decision => decision && decision.error === undefined) ?? byHost;
}

/** Checks the address of a local name, because a custom `lookup` may resolve it to another machine. */
function checkLookup(socket: Socket, {host, path}: Options, runs: readonly Run[]): void {
  if (!path && isLoopback(host ?? 'localhost') && runs.some(({allowed}) => allowed !== undefined)) {
    socket.on('lookup', (_error, address) => {
      const decision = decide(address, undefined, runs);
      if (decision !== undefined) {
        socket.destroy(failure(decision, ''));
      }
    });
  }
}

function reportPassed({host, path}: Options, runs: readonly Run[]): void {
  if (!path && typeof host === 'string' && !isLoopback(host)) {
    report('passed', [hostName(host)], runs);
  }
}

/** A plain connection to port 443 may become TLS later. */
function portOf(socket: Socket, {port}: Options, run: Run): number | undefined {
  if (isTls(socket) || Number(port) === 443) {
    return run.port;
  }
  return Number(port) === 80 ? run.plainPort : undefined;
}

/**
 * Verifies the certificates of intercepted hosts only against their run's authority. A connection that still reaches
 * the real service, such as through a proxy in the code, then fails. The client's other checks remain: a pinned
 * certificate does not match this one.
 */
export function trustRuns(runs: readonly Run[]): void {
  replace(builtin<typeof import('node:tls')>('node:tls'), 'connect', (original, self, values) => {
    const options = optionsOf(values);
    const {host, servername, socket} = options;
    const named = [servername, host, (socket as {_host?: unknown} | undefined)?._host];
    const run = runs.find(({hosts}) => named.some(name => typeof name === 'string' && isOneOf(hosts, name)));
    if (run === undefined) {
      return original.apply(self, values);
    }
    const callback = values.find(value => typeof value === 'function');
    // A context that the client created before would take precedence over the certificate.
    const trusting = {...options, ...checkOf(options), ca: run.certificate, secureContext: undefined};
    return original.call(self, trusting, callback);
  });
}

/** A client that disables verification need not check the name, but it must reach only the run. */
function checkOf({rejectUnauthorized}: ConnectionOptions): ConnectionOptions {
  const isChecked = rejectUnauthorized ?? process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0';
  return isChecked ? {} : {rejectUnauthorized: true, checkServerIdentity: () => undefined};
}

/** Rejects datagrams to intercepted hosts, because UDP cannot be redirected, and to those that isolation rejects. */
export function refuseDatagrams(runs: readonly Run[]): void {
  const {Socket} = builtin<typeof import('node:dgram')>('node:dgram');
  for (const name of ['connect', 'send'] as const) {
    replace(Socket.prototype, name, (original, self, values) => {
      // connect(port, host), send(message, port, host), send(message, offset, length, port, host)
      const at = name === 'connect' ? 1 : typeof values[4] === 'string' ? 4 : 2;
      const decision = decide(values[at], Number(values[at - 1]), runs);
      if (decision === undefined) {
        return original.apply(self, values);
      }
      const error = failure(decision, 'datagrams to it are not: https and http are');
      const callback = values.find(value => typeof value === 'function') as ((error: Error) => void) | undefined;
      process.nextTick(() => (callback ? callback(error) : (self as DatagramSocket).emit('error', error)));
      return undefined;
    });
  }
}
