import type {ComponentChildren} from 'preact';
import {useState} from 'preact/hooks';
import {say} from '../state/announce.js';
import {reasonOf} from '../state/api.js';

interface RunProps {
  readonly action: () => Promise<void>;
  readonly children: ComponentChildren;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly title?: string;
  readonly label?: string;
}

/** A button for an action of the sandbox. It is disabled while the action runs, and shows errors. */
export function Run({action, children, class: look, disabled = false, title, label}: RunProps) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      say(reasonOf(error), {isBad: true});
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class={look} disabled={disabled || isBusy} title={title} aria-label={label} onClick={press}>
      {children}
    </button>
  );
}
