import type {AccountStatus} from '../../admin/status.js';
import {flag} from '../options/values.js';

export type Counts = Readonly<Record<string, number>>;

/** `300 constituents, 1307 gifts` */
export const holds = ({constituents = 0, gifts = 0}: Counts) => `${constituents} constituents, ${gifts} gifts`;

/** Describes the new state of one or all accounts: `account default is empty: 0 constituents, 0 gifts`. */
export function described({account, accounts, counts}: AccountStatus, isAll: boolean, is: string, are: string): string {
  return isAll && accounts > 1
    ? `all ${accounts} accounts ${are}; account ${account} holds ${holds(counts)}`
    : `account ${account} ${is}: ${holds(counts)}`;
}

/** For commands that can apply to every account, with `?all=true`. */
export const allOption = {
  describe: 'Do it for every account, not only for the one of the key',
  only: 'flag',
  isBoolean: true,
  read: flag(),
} as const;

/** Builds a request's query, with `all=true` for every account. */
export function query(isAll: boolean, said: Readonly<Record<string, string | undefined>> = {}): string {
  const parameters = Object.entries({...(isAll && {all: 'true'}), ...said}).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parameters.length === 0 ? '' : `?${parameters.join('&')}`;
}
