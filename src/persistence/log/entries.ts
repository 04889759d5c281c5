import type {Change, NewAccount, Snapshot} from '../../accounts/change-log.js';
import type {Assumptions} from '../../settings.js';
import type {WrittenChange} from '../changes.js';

/** The baseline that all accounts share; no account can have this name. */
export const commonBaseline = '*';

/** An existing state: an account's current state, its baseline, or one of its snapshots. */
export interface Source {
  readonly account: string;
  readonly baseline?: true;
  readonly snapshot?: string;
}

/**
 * An entry of the log, or of the other accounts in the data file, for one account. Entries are applied in order: each
 * derives a state from another and stores it.
 */
export interface Entry extends WrittenChange {
  readonly account: string;
  /** Creates the account, replacing any account of that name. */
  readonly made?: {readonly assume: Partial<Assumptions>; readonly expires_at?: number};
  /** The state that it changes; defaults to the account's current one. */
  readonly from?: Source | 'nothing';
  /** Saves the result as a snapshot without changing the account's current state. */
  readonly saved?: {readonly name: string; readonly saved_at: string};
  /** Makes the result the baseline: `only` leaves the account's current state unchanged. */
  readonly baseline?: 'too' | 'only';
  readonly deleted?: string;
  readonly dropped?: true;
}

export const savedAs = ({name, savedAt}: Snapshot): Entry['saved'] => ({name, saved_at: savedAt});

export const madeAs = ({assume, expiresAt}: Pick<NewAccount, 'assume' | 'expiresAt'>): NonNullable<Entry['made']> => ({
  assume,
  ...(expiresAt !== undefined && {expires_at: expiresAt}),
});

export const entryOf = (account: string, {asBaseline, deleted}: Change): Entry => ({
  account,
  ...(asBaseline && {baseline: 'too'}),
  ...(deleted !== undefined && {deleted}),
});
