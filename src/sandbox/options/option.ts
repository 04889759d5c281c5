import type {Read, Reader} from './values.js';

export interface Option<T = unknown> {
  /** The heading in the help and in docs/reference/options.md. Default: `Options` */
  readonly group?: string;
  /** One sentence without a final period; the help adds the type and the default. */
  readonly describe: string;
  readonly read: Read<T>;
  /** One letter: `-p`. */
  readonly short?: string;
  /** True if the option can also be set in the environment. */
  readonly variable?: boolean;
  /** True if the command's usage names it: `snapshot save <name>`. */
  readonly positional?: boolean;
  /** Resolves paths in a value relative to the folder of the options file. */
  readonly foundFrom?: (value: unknown, folder: string) => unknown;
  /** The default, as shown in the help. */
  readonly fallback?: string | number | boolean;
}

export type GroupedOptions = Readonly<Record<string, Option & {readonly group: string}>>;

export const inGroup = <const T extends Readonly<Record<string, Option>>>(group: string, options: T) =>
  Object.fromEntries(Object.entries(options).map(([name, option]) => [name, {...option, group}])) as {
    readonly [name in keyof T]: T[name] & {readonly group: string};
  };

/** Facts about an option of `startSandbox` beyond its flag. */
interface LibraryFacts {
  /** Defaults to the flag's name in camel case. */
  readonly name?: string;
  readonly type?: string;
  readonly describe?: string;
  /** As JavaScript. */
  readonly fallback?: string;
}

/** An option of the command line, and usually also of the library. */
export interface SandboxOption<T = unknown> extends Option<T> {
  readonly read: Read<T> | Reader<T>;
  /** Markdown that docs/reference/options.md adds to the description. */
  readonly more?: string;
  /** False for an option that exists only on the command line. */
  readonly library?: LibraryFacts | false;
}

export type SandboxOptions = Readonly<Record<string, SandboxOption>>;
