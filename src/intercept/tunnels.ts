import type {Socket} from 'node:net';
import {limits} from '../limits.js';
import {type Gate, refusalFor, refuseTunnel} from './gate.js';
import {type Routes, reach} from './reach.js';
import type {ReachCounter} from './reach-counter.js';

export const established = 'HTTP/1.1 200 Connection Established\r\n\r\n';

export interface Ways {
  readonly gate: Gate;
  readonly routes: Routes;
  readonly counter: ReachCounter;
}

export class Tunnels {
  readonly #ways: Ways;
  readonly #most: number;
  #count = 0;

  constructor(ways: Ways, most: number = limits.tunnels) {
    this.#ways = ways;
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  open(host: string, port: number, client: Socket): void {
    if (this.#count >= this.#most) {
      refuseTunnel(client, [503, `${this.#most} tunnels are open, and no more can be`]);
      return;
    }
    const left = new AbortController();
    this.#count += 1;
    client.once('close', () => {
      this.#count -= 1;
      left.abort();
    });
    this.#lead(host, port, client, left.signal).catch(error =>
      refuseTunnel(client, refusalFor(host, error, this.#ways.counter)),
    );
  }

  async #lead(host: string, port: number, client: Socket, left: AbortSignal): Promise<void> {
    const {gate, routes, counter} = this.#ways;
    const socket = await reach({host, port, route: routes.to('https', host, port)}, gate, left);
    counter.passedOn(host);
    client.write(established);
    join(client, socket);
  }
}

/** Milliseconds until an idle tunnel is closed. */
export const idle = 600_000;

/** Pipes two connections into each other; when one ends, the other ends after its data is flushed. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.setTimeout(idle, () => from.destroy());
    from.on('error', () => from.destroy());
    from.once('close', isBroken => (isBroken ? to.destroy() : to.destroySoon()));
    from.pipe(to);
  }
}
