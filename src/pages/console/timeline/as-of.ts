import {computed} from '@preact/signals';
import {query} from '../state/route.js';

/** The displayed state: `request:142`, `before:142`; undefined for the present. */
export const asOf = computed(() => query.value.get('as_of') ?? undefined);

/** True for the state before the request, false for the state after it. */
export const isBefore = computed(() => asOf.value?.startsWith('before:') ?? false);

/** The number of its request, if any. */
export const asOfSeq = computed(() => {
  const [, seq] = /^(?:request|after|before):(\d+)$/.exec(asOf.value ?? '') ?? [];
  return seq === undefined ? undefined : Number(seq);
});
