import type {Profile} from '../../../fixtures/index.js';

/** The values of an option, as plain data: the command line reads options without loading zod. */
export type OptionType =
  | {readonly kind: 'flag'; readonly isUsual?: boolean}
  | {readonly kind: 'integer'; readonly least: number; readonly most: number}
  | {readonly kind: 'choice'; readonly values: readonly string[]}
  | {readonly kind: 'file'}
  | TextType
  /** Several of the names, each with one of its values. A word is shorthand for several choices. */
  | {readonly kind: 'choices'; readonly offered: Offered; readonly words: Readonly<Record<string, Chosen>>}
  | {readonly kind: 'faults'}
  | {readonly kind: 'scenarios'};

interface TextType {
  readonly kind: 'text' | 'list';
  /** Completes the sentence "must be ..." of a usage error. */
  readonly wanted: string;
  readonly fits: (text: string) => boolean;
  /** Adds a requirement that the library checks after all options are validated. */
  readonly conflict?: (text: string) => string | undefined;
}

type Offered = Readonly<Record<string, {readonly values: readonly string[]}>>;

type Chosen = Readonly<Record<string, string>>;

/** Facts about an option of `startSandbox` that do not follow from its flag. */
interface LibraryFacts {
  /** Defaults to the flag's name in camel case. */
  readonly name?: string;
  readonly type?: string;
  readonly describe?: string;
  /** As JavaScript. */
  readonly fallback?: string;
  /** Completes the sentence "must be ..." of a TypeError. */
  readonly wanted?: string;
}

/** An option of the command line, and in most cases of the library. */
export interface SandboxOption {
  readonly describe: string;
  readonly type: OptionType;
  /** One letter: `-p`. */
  readonly short?: string;
  /** For options that have no environment variable. */
  readonly only?: 'flag';
  readonly fallback?: string | number | boolean;
  /** Markdown that docs/options.md adds to the description. */
  readonly more?: string;
  /** False for an option that only the command line has. */
  readonly library?: LibraryFacts | false;
}

export const flag = {kind: 'flag'} as const;
export const onByDefault = {kind: 'flag', isUsual: true} as const;
export const file = {kind: 'file'} as const;

export const integer = (least: number, most: number) => ({kind: 'integer', least, most}) as const;

/** @param wanted completes the sentence "must be ..." */
export const text = (wanted: string, fits: (text: string) => boolean) => ({kind: 'text', wanted, fits}) as const;

export const isWord = (text: string): boolean => /^\S+$/.test(text);

/** A text that fits into a header. */
export const isHeaderWord = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** @param wanted completes the sentence "must be ..." */
export const list = (wanted: string, fits = isWord) => ({kind: 'list', wanted, fits}) as const;

const profiles: Readonly<Record<Profile, true>> = {empty: true, small: true, default: true, large: true};

/** Repeated here because the module that defines profiles takes long to load. */
export const profileNames = Object.keys(profiles) as Profile[];
