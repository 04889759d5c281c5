import {signal} from '@preact/signals';
import {openTrace} from '../state/open-trace.js';

const isFileOver = signal(false);

const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function startDropping(): void {
  document.addEventListener('dragover', event => {
    if (hasFile(event)) {
      event.preventDefault();
      isFileOver.value = true;
    }
  });
  document.addEventListener('dragleave', event => {
    if (event.relatedTarget === null) {
      isFileOver.value = false;
    }
  });
  document.addEventListener('drop', event => {
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) {
      event.preventDefault();
      isFileOver.value = false;
      void openTrace(file);
    }
  });
}

export function DropZone() {
  return isFileOver.value ? <div class="drop-zone">Drop the trace file to open it</div> : null;
}

/** An alternative to drag and drop. */
export function OpenTraceButton() {
  return (
    <label class="file">
      Open a trace file
      <input
        type="file"
        accept=".gz,.ndjson,.trace"
        onChange={event => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) {
            void openTrace(file);
          }
        }}
      />
    </label>
  );
}
