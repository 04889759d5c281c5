import {signal} from '@preact/signals';
import {say} from '../state/announce.js';
import {Dialog} from './dialog.js';

/** What could not be copied, to be copied by hand. */
const uncopied = signal<string | undefined>(undefined);

/** Puts a text where it can be pasted from; a browser can forbid that, and then it is shown. */
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

/** A text to be taken along, with the button that does it. */
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
