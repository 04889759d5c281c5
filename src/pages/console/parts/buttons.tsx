import {signal} from '@preact/signals';
import type {ComponentChildren, ComponentProps} from 'preact';
import {useEffect, useId, useRef, useState} from 'preact/hooks';
import {notify} from '../state/announce.js';
import {reasonOf} from '../state/api.js';

type RunProps = ComponentProps<'button'> & {readonly action: () => Promise<void>};

/** A button for an action on the sandbox. It is disabled while the action runs, and displays errors. */
export function Run({action, disabled, ...attributes}: RunProps) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      notify(reasonOf(error), {isBad: true});
    } finally {
      setBusy(false);
    }
  };
  return <button {...attributes} type="button" disabled={disabled || isBusy} onClick={press} />;
}

export function Chip({isOn, ...attributes}: ComponentProps<'button'> & {readonly isOn: boolean}) {
  return <button {...attributes} type="button" class="chip" aria-pressed={isOn} />;
}

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A modal dialog. The browser keeps the focus inside, and Escape closes it. */
export function Dialog({title, onClose, children}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current!.showModal();
    return () => (before as HTMLElement | null)?.focus?.();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  );
}

interface DialogButtonProps {
  readonly label: string;
  readonly title: string;
  readonly class?: string | undefined;
  readonly children: (close: () => void) => ComponentChildren;
}

export function DialogButton({label, title, class: look, children}: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class={look} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}

interface ConfirmProps {
  /** Label of the button that opens the confirmation. */
  readonly label: string;
  readonly title: string;
  /** Label of the button that confirms. */
  readonly verb: string;
  readonly action: () => Promise<void>;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** The browser focuses an element with this attribute when it opens a dialog. Preact does not set it. */
const focusOn = (element: HTMLElement | null) => element?.setAttribute('autofocus', '');

/** A button for a destructive action, with a confirmation that focuses the safe choice. */
export function Confirm({label, title, verb, action, class: look, children}: ConfirmProps) {
  return (
    <DialogButton label={label} title={title} class={look}>
      {close => (
        <>
          {children}
          <p class="row end">
            <button type="button" onClick={close} ref={focusOn}>
              Cancel
            </button>
            <Run class="primary" action={() => action().then(close)}>
              {verb}
            </Run>
          </p>
        </>
      )}
    </DialogButton>
  );
}

/** A text to copy manually, because the browser denied access to the clipboard. */
const uncopied = signal<string | undefined>(undefined);

/** Copies a text to the clipboard, or shows it if the browser denies access. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(`${what} was copied`);
  } catch {
    uncopied.value = text;
  }
}

export function Uncopied() {
  if (uncopied.value === undefined) {
    return null;
  }
  return (
    <Dialog title="Copy this" onClose={() => (uncopied.value = undefined)}>
      <textarea class="code" rows={8} readOnly aria-label="To copy" value={uncopied.value} />
    </Dialog>
  );
}

export function Snippet({text, what}: {readonly text: string; readonly what: string}) {
  return (
    <div class="snippet">
      <pre tabIndex={0} role="group" aria-label={what}>
        {text}
      </pre>
      <button type="button" onClick={() => void copy(text, what)}>
        Copy
      </button>
    </div>
  );
}
