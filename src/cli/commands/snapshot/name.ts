import {word} from '../../options/values.js';
import type {Counts} from '../../output/format.js';

/** What the sandbox answers of a snapshot. */
export interface SnapshotReply {
  readonly name: string;
  readonly saved_at: string;
  readonly counts: Counts;
}

export interface SnapshotList {
  readonly snapshots: readonly SnapshotReply[];
}

export const nameOption = {
  describe: "The snapshot's name: letters, digits, '.', '_' and '-'",
  only: 'positional',
  read: word('a name without spaces'),
} as const;

/** Where the sandbox has the snapshot. */
export const pathOf = (name: string) => `/snapshots/${encodeURIComponent(name)}`;
