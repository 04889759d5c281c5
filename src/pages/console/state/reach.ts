import {signal} from '@preact/signals';

/** Whether there was no sandbox when the page was opened. */
export const isUnreachable = signal(false);
