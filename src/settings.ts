/** How well it is known what the service does there: seen, declared by it, inferred, or a choice of the sandbox's own. */
export type Grade = 'observed' | 'declared' | 'inferred' | 'assumed';

/** A point where the contract can be read in more than one way, or where the service was seen to do otherwise. */
export interface SwitchEntry {
  /** The first holds where nobody says. */
  readonly values: readonly [string, ...string[]];
  /** What they decide. */
  readonly about: string;
  /** The value of `--assume observed`; without one it stays as it is. */
  readonly observed?: string;
  /** The value of `--assume contract`; without one it stays as it is. */
  readonly contract?: string;
  /** How well the values are known that are not the contract's; `assumed` where it is left out. */
  readonly grade?: Grade;
}

/** What a sandbox assumes where it has a choice; an entry more is an assumption more. */
export const switches = {
  membership_status: {
    values: ['0:lapsed', '0:active'],
    about: 'whom 0 finds in the search term membership_status; 1 finds the others',
  },
  keyword_delete: {
    values: ['archive', 'permanent', 'ignore'],
    about: 'what DELETE /keywords/{id} does without permanent=1',
  },
  required_fields: {
    values: ['contract', 'observed'],
    about: 'whether fields that only the contract calls required may be left out',
    observed: 'observed',
    contract: 'contract',
    grade: 'observed',
  },
  gift_search_names: {
    values: ['filled', 'null'],
    about: 'what gifts/search answers in campaign_name and the like',
    observed: 'filled',
    contract: 'filled',
    grade: 'observed',
  },
  auto_sync_to_qbo: {
    values: ['absent', 'false'],
    about: 'whether a gift shows auto_sync_to_qbo, as accounts do that are linked to that',
    observed: 'absent',
    contract: 'absent',
    grade: 'declared',
  },
  reciprocal_rows: {
    values: ['mirrored', 'none'],
    about: 'whether a relationship that names its way back makes a second one, of the other constituent',
  },
  constituent_delete: {
    values: ['cascade', 'lingering'],
    about: 'whether what stands under a constituent goes with it, or can still be reached by its own id',
    observed: 'lingering',
    contract: 'cascade',
    grade: 'observed',
  },
  new_constituent_keyword: {
    values: ['none', 'non_donor'],
    about: 'the keyword of giving_status that a new constituent gets',
    observed: 'none',
    contract: 'none',
    grade: 'observed',
  },
} as const satisfies Readonly<Record<string, SwitchEntry>>;

type SwitchTable = typeof switches;

/** One value of each assumption. */
export type Assumptions = {readonly [name in keyof SwitchTable]: SwitchTable[name]['values'][number]};

/** What turns every assumption at once: to what the service was seen to do, or to what the contract says. */
export const assumeWords = ['observed', 'contract'] as const;

type AssumeWord = (typeof assumeWords)[number];

/**
 * Assumptions as they are asked for: `{keyword_delete: 'permanent'}`, or as on the command line `'observed'` and
 * `'observed,keyword_delete=permanent'`, also as a list. One that is named counts more than a word for all.
 */
export type Assume = string | readonly string[] | Partial<Assumptions>;

const entries: ReadonlyArray<readonly [string, SwitchEntry]> = Object.entries(switches);

/** What a word for all assumptions stands for. */
export const assumedBy = (word: AssumeWord): Partial<Assumptions> =>
  Object.fromEntries(entries.flatMap(([name, {[word]: value}]) => (value === undefined ? [] : [[name, value]])));

/** Assumptions by name, whichever way they were asked for. Names and values are as they came. */
export function readAssume(asked: Assume): Partial<Assumptions> {
  if (typeof asked !== 'string' && !Array.isArray(asked)) {
    return asked as Partial<Assumptions>;
  }
  const parts = [asked].flat().flatMap(text => String(text).split(','));
  const isWord = (part: string): part is AssumeWord => (assumeWords as readonly string[]).includes(part);
  const named = parts.filter(part => !isWord(part)).map(part => part.split(/=(.*)/s).slice(0, 2));
  return Object.assign({}, ...parts.filter(isWord).map(assumedBy), Object.fromEntries(named));
}

const usual = Object.fromEntries(entries.map(([name, {values}]) => [name, values[0]])) as Assumptions;

/** Every assumption: those asked for, and the others as they are in `base`. */
export function assumptionsOf(asked: Assume = {}, base: Assumptions = usual): Assumptions {
  const said = Object.entries(readAssume(asked)).filter(([, value]) => value !== undefined);
  return {...base, ...Object.fromEntries(said)};
}

/** How a sandbox behaves, as it was told at its start: every operation is handed these. */
export interface Settings {
  readonly assume: Assumptions;
  /** A larger `limit` is served as this one. */
  readonly maxLimit: number;
  /** Whether what is not known in a body or a query is refused, and not ignored. */
  readonly strict: boolean;
  /** How many requests a key may make in any five minutes; as many as it likes where it is left out. */
  readonly rateLimit?: number;
}

/** Settings as they are asked for: what is left out is as usual. */
export interface SettingOptions {
  /**
   * What to assume where the contract can be read in more than one way: `{keyword_delete: 'permanent'}`, or `'observed'`
   * for all that the service was seen to do.
   */
  readonly assume?: Assume;
  /** A larger `limit` is served as this one. Default: 500 */
  readonly maxLimit?: number;
  /** Whether unknown fields of a body, and unknown query parameters, are refused. Default: false */
  readonly strict?: boolean;
  /** How many requests a key may make in any five minutes. Default: as many as it likes */
  readonly rateLimit?: number;
}

export const usualMaxLimit = 500;

/** The least and the most of each setting that is a number. */
export const settingRanges = {maxLimit: [1, 100_000], rateLimit: [1, 1_000_000]} as const;

/** The settings that hold where these are asked for. */
export function settingsOf({
  assume,
  maxLimit = usualMaxLimit,
  strict = false,
  rateLimit,
}: SettingOptions = {}): Settings {
  return {
    assume: assumptionsOf(assume),
    maxLimit,
    strict,
    ...(rateLimit !== undefined && {rateLimit}),
  };
}
