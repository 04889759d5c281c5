import {createUnder, destroy, list, listUnder, show, update} from '../../operations/crud.js';
import {kindOf} from '../../operations/kinds/kind.js';
import {beyondContract} from '../../operations/operation.js';
import {generateNotes} from './generate.js';
import {notes} from './notes.js';

export const noteKind = kindOf(
  {...notes, generate: {constituent: generateNotes}},
  beyondContract('observed: the service has notes, the contract does not show them', [
    listUnder(notes, 'constituents'),
    // Declared required; clients omit it.
    {...createUnder(notes, 'constituents'), requiredByContract: ['original_date']},
    list(notes),
    show(notes),
    update(notes),
    destroy(notes),
  ]),
);
