import {createRequire} from 'node:module';

/**
 * A part of Node, loaded when it is asked for: to load all that this looks after takes a third of the time in which
 * Node starts, and most processes of a command need none of it.
 */
export const builtin = createRequire(import.meta.filename) as <Module>(name: string) => Module;
