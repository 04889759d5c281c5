import type {AnyContext} from '../operations/kinds/context.js';
import type {Fields} from '../schema/fields.js';

/** Refuses a `text` that says nothing, in the words of the service. Observed of contact reports, assumed of notes. */
export function refuseBlankText(body: Fields, {issues, imported}: Pick<AnyContext, 'issues' | 'imported'>): void {
  if (typeof body.text === 'string' && body.text.trim() === '') {
    // A record that is imported is one of many: which of them is wrong stands in the path.
    issues.refuse('text', "Text can't be blank", imported === undefined ? 'blank' : 'invalid');
  }
}
