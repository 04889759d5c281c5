import {standardKinds} from '../fault-kinds.js';

export type {When} from '../fault-kind.js';

/** The names of the kinds, without aliases. */
export const faultKinds: readonly string[] = standardKinds.filter(({alias}) => !alias).map(({name}) => name);
