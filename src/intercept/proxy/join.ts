import type {Socket} from 'node:net';

/** Milliseconds until an idle tunnel is closed. */
export const idle = 600_000;

/** Pipes two connections into each other; when one ends, the other ends after its data is flushed. */
export function join(one: Socket, other: Socket): void {
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
