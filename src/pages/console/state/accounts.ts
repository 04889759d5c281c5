import {computed, signal} from '@preact/signals';
import {config} from './config.js';
import {query} from './route.js';

/** An account as `/_sandbox/accounts` lists it. */
export interface AccountEntry {
  readonly name: string;
  /** Null of the default account, whose key the configuration has. */
  readonly key: string | null;
  readonly generation: number;
  readonly expires_at: string | null;
}

/** The name of the account that the page shows. It stands in the address; its key never does. */
export const account = computed(() => query.value.get('account') ?? config.value?.account ?? 'default');

/** All there are, as last heard; undefined before that. */
export const accounts = signal<readonly AccountEntry[] | undefined>(undefined);

/** Whether the account of the address is none of those there are. */
export const isAccountGone = computed(
  () => accounts.value !== undefined && !accounts.value.some(({name}) => name === account.value),
);

/** The key that opens an account. */
export const keyOf = (name: string): string =>
  name === (config.value?.account ?? 'default') ? (config.value?.key ?? '') : `sbx_${name}`;

/** What leads to an account: another one has other requests, so that it is shown as it is now. */
export const accountParameters = (name: string) => ({
  account: name === (config.value?.account ?? 'default') ? '' : name,
  as_of: '',
});
