import {word} from '../../../sandbox/options/values.js';

/** The name of a state around a request. Snapshot names contain no colon. */
const requestForm = /^(?:request|after|before):\d+$/;

/** Describes a state: `request 142`, `before request 142`, `the baseline`, `snapshot ready`. */
export function spokenOf(name: string): string {
  if (!requestForm.test(name)) {
    return name === 'baseline' ? 'the baseline' : `snapshot ${name}`;
  }
  const [side, seq] = name.split(':');
  return side === 'before' ? `before request ${seq}` : `request ${seq}`;
}

export const isOfRequest = (name: string): boolean => requestForm.test(name);

export const nameOption = {
  describe: "The snapshot's name: letters, digits, '.', '_' and '-'",
  read: word('a name without spaces'),
} as const;

export const pathOf = (name: string) => `/snapshots/${encodeURIComponent(name)}`;
