import {computed} from '@preact/signals';
import {query} from '../state/route.js';

/** The state that all data are shown as of: `request:142`, `before:142`; undefined for the present. */
export const asOf = computed(() => query.value.get('as_of') ?? undefined);

/** Whether it is the state that a request found, and not that which it left. */
export const isBefore = computed(() => asOf.value?.startsWith('before:') ?? false);

/** The number of its request, where it is one's. */
export const asOfSeq = computed(() => {
  const [, seq] = /^(?:request|after|before):(\d+)$/.exec(asOf.value ?? '') ?? [];
  return seq === undefined ? undefined : Number(seq);
});
