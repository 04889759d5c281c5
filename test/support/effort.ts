/** Unset for `npm test`, `long` for `npm run soak`, and `short` for `npm run soak -- --short`. */
const mode = process.env['SOAK'];

export const isSoak = Boolean(mode);

/** The number of runs in a short soak: a quarter of the way between the two on a logarithmic scale. */
export const shortOf = (usual: number, long: number): number => Math.round(usual ** 0.75 * long ** 0.25);

/**
 * The number of random runs of a test.
 * @param usual for `npm test`
 * @param long for `npm run soak`; CI runs a short one
 */
export function effort(usual: number, long: number): number {
  switch (mode) {
    case undefined:
    case '':
      return usual;
    case 'short':
      return shortOf(usual, long);
    case 'long':
      return long;
    default:
      throw new Error(`SOAK is short or long, not ${mode}`);
  }
}

/** Milliseconds: the timeout of long tests. A soak takes longer than AVA's default. */
export const patience = isSoak ? 1_800_000 : 290_000;
