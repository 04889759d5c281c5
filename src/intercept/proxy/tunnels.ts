import type {Socket} from 'node:net';
import type {ReachCounter} from '../reach-counter.js';
import type {Gate} from './gate.js';
import {join} from './join.js';
import {reach} from './reach.js';
import {refusalFor, refuseTunnel} from './refusals.js';
import type {Routes} from './routes.js';

/** Across all clients; a disconnected client frees its tunnels. */
const mostTunnels = 512;

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

  constructor(ways: Ways, most = mostTunnels) {
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
