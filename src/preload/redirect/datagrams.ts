import type {Socket} from 'node:dgram';
import {builtin} from '../builtin.js';
import {replace} from '../replace.js';
import {decide, failure} from './decide.js';
import type {Run} from './setting.js';

/** UDP cannot be redirected: no datagram leaves for an intercepted host, or for one that an isolated run refuses. */
export function refuseDatagrams(runs: readonly Run[]): void {
  const {Socket} = builtin<typeof import('node:dgram')>('node:dgram');
  for (const name of ['connect', 'send'] as const) {
    replace(
      Socket.prototype,
      name,
      original =>
        function (...values) {
          // connect(port, host), send(message, port, host), send(message, offset, length, port, host)
          const at = name === 'connect' ? 1 : typeof values[4] === 'string' ? 4 : 2;
          const decision = decide(values[at], Number(values[at - 1]), runs);
          if (decision === undefined) {
            return original.apply(this, values);
          }
          const error = failure(decision, 'datagrams to it are not: https and http are');
          const callback = values.find(value => typeof value === 'function') as ((error: Error) => void) | undefined;
          process.nextTick(() => (callback ? callback(error) : (this as Socket).emit('error', error)));
          return undefined;
        },
    );
  }
}
