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

/** Names a state around a request, and never a snapshot: those have no colon. */
const requestForm = /^(?:request|after|before):\d+$/;

/** `request 142`, `before request 142`, `the baseline`, `snapshot ready`: what a state is called. */
export function spokenOf(name: string): string {
  if (!requestForm.test(name)) {
    return name === 'baseline' ? 'the baseline' : `snapshot ${name}`;
  }
  const [side, seq] = name.split(':');
  return side === 'before' ? `before request ${seq}` : `request ${seq}`;
}

/** Whether it stands around a request. */
export const isOfRequest = (name: string): boolean => requestForm.test(name);

export const nameOption = {
  describe: "The snapshot's name: letters, digits, '.', '_' and '-'",
  only: 'positional',
  read: word('a name without spaces'),
} as const;

/** Where the sandbox has the snapshot. */
export const pathOf = (name: string) => `/snapshots/${encodeURIComponent(name)}`;
