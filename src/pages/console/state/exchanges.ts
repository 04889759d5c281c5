import {batch, computed, effect, signal, untracked} from '@preact/signals';
import {account, accounts} from './accounts.js';
import {announce} from './announce.js';
import {config, isAdminKeyWanted} from './config.js';
import {Feed, type Request} from './feed.js';
import {loadAccounts} from './load-accounts.js';

/** All requests of the account that the page shows. */
export const feed = signal<Feed | undefined>(undefined);

/** Grows with what may have changed the data, so that what shows them reads them again. */
export const changes = signal(0);

/** Grows with each request, so that what is made of all of them is read again. */
export const arrivals = signal(0);

/** The page itself has changed something that no request tells of. */
export const noteChange = (): void => {
  batch(() => {
    changes.value += 1;
    arrivals.value += 1;
  });
};

/** Milliseconds between two times that what is shown is read again: a client may send a hundred requests in one. */
const rest = 400;
let resting: ReturnType<typeof setTimeout> | undefined;
let hasCome = false;
let hasChanged = false;

/** Has what depends on requests be read again: at once, and then no more often than that. */
function tell(): void {
  if (resting !== undefined || !hasCome) {
    return;
  }
  batch(() => {
    arrivals.value += 1;
    if (hasChanged) {
      changes.value += 1;
    }
  });
  hasCome = false;
  hasChanged = false;
  resting = setTimeout(() => {
    resting = undefined;
    tell();
  }, rest);
}

function speakOf(rows: readonly Request[]): void {
  hasCome = true;
  hasChanged ||= rows.some(({changed}) => changed);
  tell();
  const {method, url, status} = rows.at(-1)!;
  const one = `${method} ${url.split('?', 1)[0]}, status ${status}`;
  announce(rows.length === 1 ? `New request: ${one}` : `${rows.length} new requests, the latest: ${one}`);
}

/** Milliseconds between two looks at which accounts there are: others make and delete them. */
const pause = 4000;

/** Grows when the data of the account are replaced as a whole, by whomever: no request tells of that. */
const generation = computed(() => accounts.value?.find(({name}) => name === account.value)?.generation);

const isThere = computed(() => accounts.value?.some(({name}) => name === account.value) ?? false);

/** Follows the account of the address, for as long as there is one, and the sandbox lets us. */
export function startFollowing(): void {
  effect(() => {
    if (config.value === undefined || isAdminKeyWanted.value) {
      return undefined;
    }
    const look = () => void (document.hidden || loadAccounts().catch(() => {})); // that it is gone, the stream says
    look();
    const timer = setInterval(look, pause);
    return () => clearInterval(timer);
  });
  effect(() => {
    if (generation.value !== undefined) {
      untracked(noteChange);
    }
  });
  effect(() => {
    const name = account.value;
    // What it reads while it begins is no reason to begin again.
    const own = isThere.value ? untracked(() => new Feed(name)) : undefined;
    feed.value = own;
    if (own !== undefined) {
      own.onRows = speakOf;
      // After a reset, or because the account is gone: then nothing more may be asked with its key.
      own.onCleared = () =>
        void loadAccounts().then(
          () => isThere.peek() && noteChange(),
          () => {},
        );
      own.onFinding = ({rule, first}) => {
        hasCome = true;
        tell();
        announce(`Found in request ${first.seq}: ${rule}`);
      };
    }
    return () => own?.close();
  });
}
