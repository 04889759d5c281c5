/** Readers of option values: each takes what was typed, or stands in the environment, and refuses what it is not. */

/** What is wrong with an option: the caller adds the usage, and ends with exit code 2. */
export class UsageError extends Error {}

type Read<T> = (value: unknown) => T;

/** Where an option's value can come from, for a refusal. */
const sources = (name: string) => `--${name} (or ${environmentName(name)})`;

/** `--allow-host` is `CRM_SANDBOX_ALLOW_HOST` in the environment. */
export const environmentName = (name: string) => `CRM_SANDBOX_${name.replaceAll('-', '_').toUpperCase()}`;

const refuse = (name: string, wanted: string, value: unknown): never => {
  throw new UsageError(`${sources(name)} takes ${wanted}, not ${JSON.stringify(value)}`);
};

/** One value, or nothing; the same option twice is a mistake, not a list. */
const once =
  <T>(name: string, read: (value: string) => T | undefined, wanted: string): Read<T | undefined> =>
  value => {
    if (value === undefined) {
      return undefined;
    }
    return (typeof value === 'string' ? read(value) : undefined) ?? refuse(name, `${wanted}, once`, value);
  };

export const integerBetween = (name: string, least: number, most: number) =>
  once(
    name,
    value => {
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      return number >= least && number <= most ? number : undefined;
    },
    `a whole number from ${least} to ${most}`,
  );

export const word = (name: string, wanted: string) =>
  once(name, value => (/^\S+$/.test(value) ? value : undefined), wanted);

export const choice = <const T extends string>(name: string, choices: readonly T[]) =>
  once(name, value => choices.find(choice => choice === value), `one of ${choices.join(', ')}`);

export const moment = (name: string) =>
  once(
    name,
    value =>
      /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?Z)?$/.test(value) && !Number.isNaN(Date.parse(value))
        ? value
        : undefined,
    'a moment such as 2026-01-01T00:00:00Z',
  );

/** Any number of values; in the environment, separated by commas. */
export const words =
  (name: string, wanted: string): Read<string[]> =>
  value => {
    const values = [value ?? []].flat().flatMap(value => (typeof value === 'string' ? value.split(',') : [value]));
    return values.map(value =>
      typeof value === 'string' && /^\S+$/.test(value) ? value : refuse(name, wanted, value),
    );
  };

const flags: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  yes: true,
  '0': false,
  false: false,
  no: false,
};

export const flag =
  (name: string): Read<boolean> =>
  value => {
    if (typeof value === 'boolean' || value === undefined) {
      return value ?? false;
    }
    return flags[String(value)] ?? refuse(name, 'true or false', value);
  };
