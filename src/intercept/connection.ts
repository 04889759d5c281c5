import type {Socket} from 'node:net';

/** How a request reached a host that is intercepted: by the proxy of the environment, or straight to the listener. */
export type Way = 'proxy' | 'direct';

interface Facts {
  readonly way: Way;
  /** The connection below that of TLS, which alone can be reset. */
  readonly below?: Socket;
}

/** A name that no other code has, so that it is read through whatever stands for a socket in HTTP/2. */
const facts = Symbol('facts of an intercepted connection');

type Told = Socket & {[facts]?: Facts};

export function markConnection(socket: Socket, told: Facts): void {
  (socket as Told)[facts] = told;
}

/** How a connection came; straight, where nobody wrote anything down. */
export const wayOf = (socket: Socket): Way => (socket as Told)[facts]?.way ?? 'direct';

/** Ends a connection with a TCP RST, whatever is spoken on it. */
export const resetConnection = (socket: Socket): void => {
  ((socket as Told)[facts]?.below ?? socket).resetAndDestroy();
};
