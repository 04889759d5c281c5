/** The evidence for the service's behavior: observed, declared by the service, inferred, or assumed by the sandbox. */
type Grade = 'observed' | 'declared' | 'inferred' | 'assumed';

/** A point on which the contract is ambiguous, or the service was observed to differ from it. */
export interface SwitchEntry {
  /** The first is the default. */
  readonly values: readonly [string, ...string[]];
  /** The subject of the choice. */
  readonly about: string;
  /** The value for `--assume observed`; by default, the assumption is unchanged. */
  readonly observed?: string;
  /** The value for `--assume contract`; by default, the assumption is unchanged. */
  readonly contract?: string;
  /** The evidence for values that are not the contract's; defaults to `assumed`. */
  readonly grade?: Grade;
}

/** All assumptions that can be switched; each entry defines one. */
export const switches = {
  membership_status: {
    values: ['0:lapsed', '0:active'],
    about: 'the constituents that the search term membership_status=0 finds; 1 finds the others',
  },
  keyword_delete: {
    values: ['archive', 'permanent', 'ignore'],
    about: 'the effect of DELETE /keywords/{id} without permanent=1',
  },
  required_fields: {
    values: ['contract', 'observed'],
    about: 'the required fields: those of the contract, or only those that the service requires',
    observed: 'observed',
    contract: 'contract',
    grade: 'observed',
  },
  gift_search_names: {
    values: ['filled', 'null'],
    about: 'campaign_name and similar names in results of gifts/search',
    observed: 'filled',
    contract: 'filled',
    grade: 'observed',
  },
  auto_sync_to_qbo: {
    values: ['absent', 'false'],
    about: 'the field auto_sync_to_qbo of gifts, which only linked accounts have',
    observed: 'absent',
    contract: 'absent',
    grade: 'declared',
  },
  reciprocal_rows: {
    values: ['mirrored', 'none'],
    about: 'the second relationship, of the other constituent, if the first names its reciprocal',
  },
  constituent_delete: {
    values: ['cascade', 'lingering'],
    about: 'records of a deleted constituent: deleted too, or still available by their ids',
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

export type Assumptions = {readonly [name in keyof SwitchTable]: SwitchTable[name]['values'][number]};

/** Words that switch all assumptions: to observed behavior, or to the contract. */
export const assumeWords = ['observed', 'contract'] as const;

type AssumeWord = (typeof assumeWords)[number];

/**
 * Input for assumptions: `{keyword_delete: 'permanent'}`, or as on the command line `'observed'` and
 * `'observed,keyword_delete=permanent'`, also as an array. A named assumption takes precedence over a word for all.
 */
export type Assume = string | readonly string[] | Partial<Assumptions>;

const entries: ReadonlyArray<readonly [string, SwitchEntry]> = Object.entries(switches);

/** The values for a word that switches all assumptions. */
export const assumedBy = (word: AssumeWord): Partial<Assumptions> =>
  Object.fromEntries(entries.flatMap(([name, {[word]: value}]) => (value === undefined ? [] : [[name, value]])));

/** Parses assumptions in any input form. Names and values are not validated. */
export function readAssume(input: Assume): Partial<Assumptions> {
  if (typeof input !== 'string' && !Array.isArray(input)) {
    return input as Partial<Assumptions>;
  }
  const parts = [input].flat().flatMap(text => String(text).split(','));
  const isWord = (part: string): part is AssumeWord => (assumeWords as readonly string[]).includes(part);
  const named = parts.filter(part => !isWord(part)).map(part => part.split(/=(.*)/s).slice(0, 2));
  return Object.assign({}, ...parts.filter(isWord).map(assumedBy), Object.fromEntries(named));
}

const usual = Object.fromEntries(entries.map(([name, {values}]) => [name, values[0]])) as Assumptions;

/** All assumptions: the given ones, and the others from `base`. */
export function assumptionsOf(input: Assume = {}, base: Assumptions = usual): Assumptions {
  const chosen = Object.entries(readAssume(input)).filter(([, value]) => value !== undefined);
  return {...base, ...Object.fromEntries(chosen)};
}

export interface Settings {
  readonly assume: Assumptions;
  /** A larger `limit` is reduced to this one. */
  readonly maxLimit: number;
  /** True to reject unknown fields and query parameters instead of ignoring them. */
  readonly strict: boolean;
  /** Maximum number of requests per key in five minutes; unlimited if omitted. */
  readonly rateLimit?: number;
}

export type SettingOptions = Partial<Omit<Settings, 'assume'>> & {readonly assume?: Assume};

export const usualMaxLimit = 500;

/** The minimum and maximum of each numeric setting. */
export const settingRanges = {maxLimit: [1, 100_000], rateLimit: [1, 1_000_000]} as const;

/** Extracts the settings from all start options; an option may be undefined. */
export function settingsOf(options: SettingOptions = {}): Settings {
  const {assume, maxLimit = usualMaxLimit, strict = false, rateLimit} = options;
  return {assume: assumptionsOf(assume), maxLimit, strict, ...(rateLimit !== undefined && {rateLimit})};
}
