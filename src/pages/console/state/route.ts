import {computed, signal} from '@preact/signals';

/** Below it, every path is a view of this page. */
const root = '/_sandbox/ui';

const address = () => ({path: location.pathname, search: location.search});

const current = signal(address());

/** The parts of the path below the root: `['requests', '142']`. */
export const path = computed(() =>
  current.value.path.slice(root.length).split('/').filter(Boolean).map(decodeURIComponent),
);

export const query = computed(() => new URLSearchParams(current.value.search));

/** What stays in the address from view to view: whose data are shown, and as of when. */
const lasting = ['account', 'as_of'];

/**
 * Where a view is.
 * @param parts of its path
 * @param parameters of its own; an empty one is left out, and overrules what would stay
 */
export function hrefOf(parts: readonly string[], parameters: Readonly<Record<string, string>> = {}): string {
  const kept = lasting.flatMap(name => {
    const value = query.value.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const entries = Object.entries({...Object.fromEntries(kept), ...parameters}).filter(([, value]) => value !== '');
  const search = new URLSearchParams(entries).toString().replaceAll('%3A', ':');
  return [root, ...parts.map(encodeURIComponent)].join('/') + (search === '' ? '' : `?${search}`);
}

/** Where this view is with other parameters; an empty one is taken away. */
export const hrefWith = (parameters: Readonly<Record<string, string>>): string =>
  hrefOf(path.value, {...Object.fromEntries(query.value), ...parameters});

export function go(href: string, {isReplaced = false} = {}): void {
  if (href !== location.pathname + location.search) {
    history[isReplaced ? 'replaceState' : 'pushState'](null, '', href);
  }
  current.value = address();
}

/** Links into this page change the view; those with a key held open another tab, as ever. */
function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.('a[href]');
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const href = link?.getAttribute('href');
  if (isPlain && !event.defaultPrevented && href && (href === root || href.startsWith(`${root}/`))) {
    event.preventDefault();
    go(href);
  }
}

export function startRouting(): void {
  addEventListener('popstate', () => {
    current.value = address();
  });
  document.addEventListener('click', follow);
}
