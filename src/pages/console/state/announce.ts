import {signal} from '@preact/signals';

/** Text for screen readers, announced politely. */
export const spoken = signal('');

/** A short message for everyone, at the bottom of the page. */
export const notification = signal<{readonly text: string; readonly isBad: boolean; readonly link?: Link} | undefined>(
  undefined,
);

export interface Link {
  readonly href: string;
  readonly text: string;
}

let latest = '';

/** At most every three seconds, because a busy client would cause endless speech. */
const speak = throttled(3000, () => {
  spoken.value = latest;
});

/** Announces an event; if there are many, only the latest. */
export function announce(text: string): void {
  latest = text;
  speak();
}

let hiding: ReturnType<typeof setTimeout> | undefined;

/** Shows the result of an action until the next message or a timeout. */
export function notify(
  text: string,
  {isBad = false, link}: {readonly isBad?: boolean; readonly link?: Link} = {},
): void {
  clearTimeout(hiding);
  notification.value = {text, isBad, ...(link !== undefined && {link})};
  hiding = setTimeout(dismiss, isBad || link !== undefined ? 20_000 : 6000);
}

export function dismiss(): void {
  notification.value = undefined;
}

/** Throttles an action: runs it immediately, then at most once per interval. */
export function throttled(milliseconds: number, action: () => void): () => void {
  let isResting = false;
  let isDue = false;
  return function run() {
    isDue = isResting;
    if (isResting) {
      return;
    }
    isResting = true;
    action();
    setTimeout(() => {
      isResting = false;
      if (isDue) {
        run();
      }
    }, milliseconds);
  };
}
