import type {AnyContext} from '../operations/kinds/context.js';
import type {Fields} from '../schema/fields.js';

/** Rejects a blank `text` with the service's message. Observed of contact reports, assumed of notes. */
export function refuseBlankText(body: Fields, {issues, imported}: Pick<AnyContext, 'issues' | 'imported'>): void {
  if (typeof body.text === 'string' && body.text.trim() === '') {
    // An imported record is one of many: the path of the issue identifies it.
    issues.refuse('text', "Text can't be blank", imported === undefined ? 'blank' : 'invalid');
  }
}
