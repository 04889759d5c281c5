import {signal} from '@preact/signals';

/** What a screen reader is told, politely. */
export const spoken = signal('');

/** What everybody is shown for a moment, at the foot of the page. */
export const shown = signal<{readonly text: string; readonly isBad: boolean; readonly link?: Link} | undefined>(
  undefined,
);

interface Link {
  readonly href: string;
  readonly text: string;
}

/** Milliseconds: no more than one sentence in that time, or a busy client would have it speak without an end. */
const rest = 3000;
let waiting: string | undefined;
let isResting = false;

/** Speaks of what comes by itself; where much comes, of the latest. */
export function announce(text: string): void {
  if (isResting) {
    waiting = text;
    return;
  }
  isResting = true;
  spoken.value = text;
  setTimeout(() => {
    isResting = false;
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) {
      announce(next);
    }
  }, rest);
}

let hiding: ReturnType<typeof setTimeout> | undefined;

/** Says what became of something that was asked for. It stays until the next, or for a while. */
export function say(text: string, {isBad = false, link}: {readonly isBad?: boolean; readonly link?: Link} = {}): void {
  clearTimeout(hiding);
  shown.value = {text, isBad, ...(link !== undefined && {link})};
  hiding = setTimeout(hush, isBad || link !== undefined ? 20_000 : 6000);
}

export function hush(): void {
  shown.value = undefined;
}
