import type {ConnectionOptions} from 'node:tls';
import {isOneOf} from '../hosts.js';
import {builtin, replace} from '../replace.js';
import type {Run} from './setting.js';

/**
 * Checks the certificates of intercepted hosts by their run's own authority and no other, so that a connection that
 * still leads to the real service, as through a proxy that the code names, fails. The client's other checks stay: a
 * pinned certificate is not this one.
 */
export function trustRuns(runs: readonly Run[]): void {
  replace(
    builtin<typeof import('node:tls')>('node:tls'),
    'connect',
    original =>
      function (...values) {
        const options = optionsOf(values);
        const {host, servername, socket} = options;
        const named = [servername, host, (socket as {_host?: unknown} | undefined)?._host];
        const run = runs.find(({hosts}) => named.some(name => typeof name === 'string' && isOneOf(hosts, name)));
        if (run === undefined) {
          return original.apply(this, values);
        }
        const callback = values.find(value => typeof value === 'function');
        // A context that the client made before would take precedence over the certificate.
        const trusting = {...options, ...checkOf(options), ca: run.certificate, secureContext: undefined};
        return original.call(this, trusting, callback);
      },
  );
}

/** A client that checks no certificates need not check the name, but it must not reach anything but the run. */
function checkOf({rejectUnauthorized}: ConnectionOptions): ConnectionOptions {
  const isChecked = rejectUnauthorized ?? process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0';
  return isChecked ? {} : {rejectUnauthorized: true, checkServerIdentity: () => undefined};
}

/** `connect(options)`, `connect(path, options)`, `connect(port, options)`, `connect(port, host, options)`: later ones win. */
function optionsOf(values: readonly unknown[]): ConnectionOptions {
  const [first, second] = values;
  const place = typeof first === 'string' && Number.isNaN(Number(first)) ? {path: first} : {port: first};
  return Object.assign(
    {},
    typeof first !== 'object' && {...place, ...(typeof second === 'string' && {host: second})},
    ...values.filter(value => typeof value === 'object'),
  );
}
