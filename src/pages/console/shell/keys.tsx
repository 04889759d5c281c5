import {signal} from '@preact/signals';
import {Dialog} from '../parts/buttons.js';
import {pressed, useKeys} from '../state/keys.js';
import {go, hrefOf} from '../state/route.js';
import {views} from './views.js';

const isWriting = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null || // a button in it loses the focus while its action runs
  (target instanceof Element && target.closest('input:not([type=range]), textarea, select') !== null);

function focusOn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}

/** Handles shortcuts of components, and key sequences that open a view. */
export function startKeys(): void {
  let isGoing = false;
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) {
      return;
    }
    const wasGoing = isGoing;
    isGoing = event.key === 'g' && !wasGoing;
    const found = wasGoing ? views.find(({key}) => key === event.key) : undefined;
    if (found !== undefined) {
      go(hrefOf([found.name]));
      event.preventDefault();
    } else if (pressed(event.key)) {
      event.preventDefault();
    }
  });
}

export const isHelpOpen = signal(false);

const keys: ReadonlyArray<readonly [string, string]> = [
  ['/', 'Filter or search'],
  ['j k', 'Next or previous request'],
  ['Enter', 'Open'],
  ['Esc', 'Close'],
  ['[ ]', 'Previous or next request of the same operation'],
  ['t', 'Time line; arrow keys move it'],
  ...views.flatMap(({key, title}) => (key === undefined ? [] : [[`g ${key}`, title] as const])),
  ['?', 'Keyboard shortcuts'],
];

export function Help() {
  useKeys({
    '/': () => focusOn('[data-key="/"]'),
    t: () => focusOn('[data-key="t"]'),
    '?': () => {
      isHelpOpen.value = true;
    },
  });
  if (!isHelpOpen.value) {
    return null;
  }
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => (isHelpOpen.value = false)}>
      <table class="keys">
        <tbody>
          {keys.map(([key, does]) => (
            <tr key={key}>
              <th scope="row">
                {key.split(' ').map(one => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
