import type {Socket} from 'node:net';

/** A tunnel in which nothing goes by for so long is closed. Milliseconds. */
export const idle = 600_000;

/** Gives each of two connections what comes on the other; where one ends, so does the other, once it has all. */
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
