import type {ConnectionOptions} from 'node:tls';
import {builtin} from '../builtin.js';
import {replace} from '../replace.js';
import {isNamed} from './named.js';
import type {Setting} from './setting.js';

/**
 * Checks the certificates of the hosts by the run's own authority, and by no other: where a connection should yet lead to
 * the real service, as through a proxy that the code names, it is refused. All else about the check stays the user's:
 * a certificate that he pins is not this one.
 */
export function trustRun(setting: Setting): void {
  replace(
    builtin<typeof import('node:tls')>('node:tls'),
    'connect',
    original =>
      function (...values) {
        const options = optionsOf(values);
        const {host, servername, socket} = options;
        const named = [servername, host, (socket as {_host?: unknown} | undefined)?._host];
        if (!named.some(name => isNamed(name, setting))) {
          return original.apply(this, values);
        }
        const callback = values.find(value => typeof value === 'function');
        // A context that was made before would count for more than the certificate.
        const trusting = {...options, ...checkOf(options), ca: setting.ca, secureContext: undefined};
        return original.call(this, trusting, callback);
      },
  );
}

/** Who checks nothing would speak to anybody. He need not know the name, but it is the run that he speaks to. */
function checkOf({rejectUnauthorized}: ConnectionOptions): ConnectionOptions {
  const isChecked = rejectUnauthorized ?? process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0';
  return isChecked ? {} : {rejectUnauthorized: true, checkServerIdentity: () => undefined};
}

/** `connect(options)`, `connect(path, options)`, `connect(port, options)`, `connect(port, host, options)`: the latest counts. */
function optionsOf(values: readonly unknown[]): ConnectionOptions {
  const [first, second] = values;
  const place = typeof first === 'string' && Number.isNaN(Number(first)) ? {path: first} : {port: first};
  return Object.assign(
    {},
    typeof first !== 'object' && {...place, ...(typeof second === 'string' && {host: second})},
    ...values.filter(value => typeof value === 'object'),
  );
}
