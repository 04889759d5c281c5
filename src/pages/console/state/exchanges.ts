import {batch, computed, effect, signal, untracked} from '@preact/signals';
import type {Finding} from '../../../findings/finding.js';
import {account, generation} from './accounts.js';
import {announce, type Link, notify, throttled} from './announce.js';
import {loadAccounts, type SendOptions, send} from './api.js';
import {config, isAdminKeyWanted} from './config.js';
import {Feed, type Request} from './feed.js';

export const feed = signal<Feed | undefined>(undefined);

/** Incremented when data may have changed, so that views reload them. */
export const changes = signal(0);

/** Incremented with each request, so that summaries reload. */
export const arrivals = signal(0);

/** Called when the page changed data without a recorded request. */
export const noteChange = (): void => {
  batch(() => {
    changes.value += 1;
    arrivals.value += 1;
  });
};

export async function change(method: string, path: string, message: string, options?: SendOptions & {link?: Link}) {
  await send(method, path, options);
  noteChange();
  notify(message, options);
}

let hasChanged = false;

/** At most every 400 milliseconds: a client may send a hundred requests in that time. */
const reload = throttled(400, () => {
  if (hasChanged) {
    noteChange();
  } else {
    arrivals.value += 1;
  }
  hasChanged = false;
});

function onRows(rows: readonly Request[]): void {
  hasChanged ||= rows.some(({changed}) => changed);
  reload();
  const {method, url, status} = rows.at(-1)!;
  const one = `${method} ${url.split('?', 1)[0]}, status ${status}`;
  announce(rows.length === 1 ? `New request: ${one}` : `${rows.length} new requests, the latest: ${one}`);
}

/** Called after a reset, or when the account no longer exists: its key must not be used then. */
function onCleared(): void {
  loadAccounts().then(
    () => isThere.peek() && noteChange(),
    () => {},
  );
}

function onFinding({rule, first}: Finding): void {
  reload();
  announce(`New finding in request ${first.seq}: ${rule}`);
}

/** Milliseconds between polls of the accounts, because other clients create and delete them. */
const pause = 4000;

const isThere = computed(() => generation.value !== undefined);

/** Follows the account in the URL while it exists and access is allowed. */
export function startFollowing(): void {
  effect(() => {
    if (config.value === undefined || isAdminKeyWanted.value) {
      return undefined;
    }
    const look = () => void (document.hidden || loadAccounts().catch(() => {})); // the stream reports it
    look();
    const timer = setInterval(look, pause);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  });
  effect(() => {
    if (generation.value !== undefined) {
      untracked(noteChange);
    }
  });
  effect(() => {
    const name = account.value;
    // Signals read by the constructor must not restart the effect.
    const own = isThere.value ? untracked(() => new Feed(name, '', {onRows, onCleared, onFinding})) : undefined;
    feed.value = own;
    return () => own?.close();
  });
}
