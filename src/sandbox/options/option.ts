import type {Profile} from '../../../fixtures/index.js';
import type {Read, Reader} from './values.js';

/** An option of a command. */
export interface Option<T = unknown> {
  readonly describe: string;
  readonly read: Read<T>;
  /** One letter: `-p`. */
  readonly short?: string;
  /** Options without this field can also be set in the environment. */
  readonly only?: 'flag' | 'positional';
  /** Resolves paths in a value relative to the folder of the file of options. */
  readonly foundFrom?: (value: unknown, folder: string) => unknown;
  /** The default, as shown in the help. */
  readonly fallback?: string | number | boolean;
}

/** Facts about an option of `startSandbox` that do not follow from its flag. */
interface LibraryFacts {
  /** Defaults to the flag's name in camel case. */
  readonly name?: string;
  readonly type?: string;
  readonly describe?: string;
  /** As JavaScript. */
  readonly fallback?: string;
}

/** An option of the command line, and in most cases of the library. */
export interface SandboxOption<T = unknown> extends Option<T> {
  readonly read: Read<T> | Reader<T>;
  /** Markdown that docs/options.md adds to the description. */
  readonly more?: string;
  /** False for an option that only the command line has. */
  readonly library?: LibraryFacts | false;
}

const profiles: Readonly<Record<Profile, true>> = {empty: true, small: true, default: true, large: true};

/** Repeated here because the module that defines profiles takes long to load. */
export const profileNames = Object.keys(profiles) as Profile[];
