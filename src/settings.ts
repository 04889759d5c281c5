/** A point where the contract can be read in more than one way. */
interface Switch {
  /** The first holds where nobody says. */
  readonly values: readonly [string, ...string[]];
  /** What they decide. */
  readonly about: string;
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
    about: 'whether fields that only the contract calls required must be sent',
  },
} as const satisfies Readonly<Record<string, Switch>>;

type SwitchTable = typeof switches;

/** One value of each assumption. */
type Assumptions = {readonly [name in keyof SwitchTable]: SwitchTable[name]['values'][number]};

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
  /** What to assume where the contract can be read in more than one way: `{keyword_delete: 'permanent'}`. */
  readonly assume?: Partial<Assumptions>;
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
  assume = {},
  maxLimit = usualMaxLimit,
  strict = false,
  rateLimit,
}: SettingOptions = {}): Settings {
  const assumed = Object.entries(switches).map(([name, {values}]) => [
    name,
    assume[name as keyof Assumptions] ?? values[0],
  ]);
  return {
    assume: Object.fromEntries(assumed) as Assumptions,
    maxLimit,
    strict,
    ...(rateLimit !== undefined && {rateLimit}),
  };
}
