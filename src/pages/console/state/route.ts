import {computed, signal} from '@preact/signals';
import {useEffect} from 'preact/hooks';

/** Every path below it is a view of this page. */
const root = '/_sandbox/ui';

const current = signal(new URL(location.href));

const update = () => {
  current.value = new URL(location.href);
};

/** The segments of the path below the root: `['requests', '142']`. */
export const path = computed(() =>
  current.value.pathname.slice(root.length).split('/').filter(Boolean).map(decodeURIComponent),
);

export const query = computed(() => current.value.searchParams);

/** Parameters that persist across views: the account and the time. */
const lasting = ['account', 'as_of'];

/** The URL of a view. @param parameters empty ones are removed, even persistent ones */
export function hrefOf(parts: readonly string[], parameters: Readonly<Record<string, string>> = {}): string {
  const kept = [...query.value].filter(([name]) => lasting.includes(name));
  const entries = Object.entries({...Object.fromEntries(kept), ...parameters}).filter(([, value]) => value !== '');
  const search = new URLSearchParams(entries).toString().replaceAll('%3A', ':');
  return [root, ...parts.map(encodeURIComponent)].join('/') + (search === '' ? '' : `?${search}`);
}

/** The URL of this view with other parameters; empty ones are removed. */
export const hrefWith = (parameters: Readonly<Record<string, string>>): string =>
  hrefOf(path.value, {...Object.fromEntries(query.value), ...parameters});

export function go(href: string, {isReplaced = false} = {}): void {
  if (href !== location.pathname + location.search) {
    history[isReplaced ? 'replaceState' : 'pushState'](null, '', href);
  }
  update();
}

/** Handles links within this page; clicks with a modifier key open another tab as usual. */
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
  addEventListener('popstate', update);
  document.addEventListener('click', follow);
}

/** A more specific page title than the view's, such as the name of a record; otherwise empty. */
export const pageTitle = signal('');

export function usePageTitle(title: string): void {
  useEffect(() => {
    pageTitle.value = title;
    return () => {
      pageTitle.value = '';
    };
  }, [title]);
}
