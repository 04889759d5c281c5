import type {ComponentChildren} from 'preact';
import {useState} from 'preact/hooks';
import {Dialog} from './dialog.js';
import {Run} from './run.js';

interface ConfirmProps {
  /** Label of the button that opens the confirmation. */
  readonly label: string;
  readonly title: string;
  /** Label of the button that confirms. */
  readonly verb: string;
  readonly action: () => Promise<void>;
  readonly class?: string;
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** A button for a destructive action, with a confirmation. */
export function Confirm({label, title, verb, action, class: look, disabled = false, children}: ConfirmProps) {
  const [isOpen, setOpen] = useState(false);
  const run = async () => {
    await action();
    setOpen(false);
  };
  return (
    <>
      <button type="button" class={look} disabled={disabled} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          {children}
          <p class="row end">
            <button type="button" onClick={() => setOpen(false)}>
              Leave it
            </button>
            <Run class="primary" action={run}>
              {verb}
            </Run>
          </p>
        </Dialog>
      )}
    </>
  );
}
