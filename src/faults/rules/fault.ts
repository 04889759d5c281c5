import {standardKinds} from '../fault-kinds.js';

export type {When} from '../fault-kind.js';

/** The names of the kinds, without those that are short for another. */
export const faultKinds: readonly string[] = standardKinds.filter(({alias}) => !alias).map(({name}) => name);
