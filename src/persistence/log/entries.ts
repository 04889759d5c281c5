import type {Change, MadeAccount, Snapshot} from '../../accounts/change-log.js';
import type {Assumptions} from '../../settings.js';
import type {WrittenChange} from '../changes.js';

/** The state that all accounts start from, named as no account can be. */
export const commonBaseline = '*';

/** A state that is there already: an account's own, its baseline, or one of its snapshots. */
export interface Source {
  readonly account: string;
  readonly baseline?: true;
  readonly snapshot?: string;
}

/**
 * One entry of the log, or of the other accounts in the data file: what became of one account. Entries are carried out
 * in their order; each makes of one state another and puts it in a place.
 */
export interface Entry extends WrittenChange {
  readonly account: string;
  /** Makes the account, in place of one that has the name. */
  readonly made?: {readonly assume: Partial<Assumptions>; readonly expires_at?: number};
  /** What it is a change of; the account's own state where it is left out. */
  readonly from?: Source | 'nothing';
  /** Saves it under a name, and leaves the account's own state as it is. */
  readonly saved?: {readonly name: string; readonly saved_at: string};
  /** Makes it what a reset goes back to: besides, or and leaves the account's own state as it is. */
  readonly baseline?: 'too' | 'only';
  /** The name of a snapshot that is kept no longer. */
  readonly deleted?: string;
  readonly dropped?: true;
}

export const savedAs = ({name, savedAt}: Snapshot): Entry['saved'] => ({name, saved_at: savedAt});

export const madeAs = ({assume, expiresAt}: Pick<MadeAccount, 'assume' | 'expiresAt'>): NonNullable<Entry['made']> => ({
  assume,
  ...(expiresAt !== undefined && {expires_at: expiresAt}),
});

/** The entry of a change, but for what became of the records. */
export const entryOf = (account: string, {asBaseline, deleted}: Change): Entry => ({
  account,
  ...(asBaseline && {baseline: 'too'}),
  ...(deleted !== undefined && {deleted}),
});
