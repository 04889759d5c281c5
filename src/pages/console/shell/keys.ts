import {onKey, pressed} from '../state/key-handlers.js';
import {go, hrefOf} from '../state/route.js';
import {isHelpOpen} from './help.js';
import {views} from './views.js';

/** True if the keystroke goes to an input. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input:not([type=range]), textarea, select, dialog') !== null;

function focusOn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}

/** Global shortcuts; views add their own. */
export function startKeys(): void {
  onKey('/', () => focusOn('[data-key="/"]'));
  onKey('t', () => focusOn('[data-key="t"]'));
  onKey('?', () => {
    isHelpOpen.value = true;
    return true;
  });
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
