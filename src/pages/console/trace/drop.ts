import {signal} from '@preact/signals';
import {openTrace} from './open-trace.js';

/** True while a file is dragged over the page. */
export const isFileOver = signal(false);

const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Accepts a trace file dropped anywhere on the page. */
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
