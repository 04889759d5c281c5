import {isFileOver} from './drop.js';
import {openTrace} from './open-trace.js';

export function DropZone() {
  return isFileOver.value ? <div class="drop-zone">Drop the trace file to look at it</div> : null;
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
