import {computed, signal} from '@preact/signals';
import type {AccountEntry} from '../../../admin/accounts.js';
import {config} from './config.js';
import {query} from './route.js';

/** The name of the current account. It is part of the URL; its key never is. */
export const account = computed(() => query.value.get('account') ?? config.value?.account ?? 'default');

/** All accounts as of the last response; undefined before it. */
export const accounts = signal<readonly AccountEntry[] | undefined>(undefined);

const entry = computed(() => accounts.value?.find(({name}) => name === account.value));

/** Incremented when the account's data is replaced, which no request shows; undefined if there is no such account. */
export const generation = computed(() => entry.value?.generation);

export const isAccountGone = computed(() => accounts.value !== undefined && entry.value === undefined);

export const keyOf = (name: string): string =>
  name === (config.value?.account ?? 'default') ? (config.value?.key ?? '') : `sbx_${name}`;

/** URL parameters that switch the account. They clear `as_of`, because another account has other requests. */
export const accountParameters = (name: string) => ({
  account: name === (config.value?.account ?? 'default') ? '' : name,
  as_of: '',
});
