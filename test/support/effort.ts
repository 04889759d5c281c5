/** How much is to be done: `npm test` says nothing, `npm run soak` says `long`, and with `--short` it says `short`. */
const told = process.env['SOAK'];

export const isSoak = Boolean(told);

/** What a short soak does: a quarter of the way from the one to the other, as factors go. */
export const shortOf = (usual: number, long: number): number => Math.round(usual ** 0.75 * long ** 0.25);

/**
 * How often a test is to do what chance decides: little on every save, more in a soak.
 * @param usual for `npm test`
 * @param long for `npm run soak`; CI runs a short one
 */
export function effort(usual: number, long: number): number {
  switch (told) {
    case undefined:
    case '':
      return usual;
    case 'short':
      return shortOf(usual, long);
    case 'long':
      return long;
    default:
      throw new Error(`SOAK is short or long, not ${told}`);
  }
}

/** How long a test may take that does much: milliseconds. A soak is not over in the minutes that AVA gives. */
export const patience = isSoak ? 1_800_000 : 290_000;
