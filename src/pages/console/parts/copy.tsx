import {signal} from '@preact/signals';
import {say} from '../state/announce.js';
import {Dialog} from './dialog.js';

/** Text for manual copying after the clipboard was unavailable. */
const uncopied = signal<string | undefined>(undefined);

/** Copies a text to the clipboard, or shows it if the browser denies access. */
export async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`${what} is copied`);
  } catch {
    uncopied.value = text;
  }
}

function CopyButton({text, what}: {readonly text: string; readonly what: string}) {
  return (
    <>
      <button type="button" onClick={() => void copy(text, what)}>
        Copy
      </button>
      <Uncopied />
    </>
  );
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

/** A text with a button to copy it. */
export function Snippet({text, what}: {readonly text: string; readonly what: string}) {
  return (
    <div class="snippet">
      <pre tabIndex={0} role="group" aria-label={what}>
        {text}
      </pre>
      <CopyButton text={text} what={what} />
    </div>
  );
}
