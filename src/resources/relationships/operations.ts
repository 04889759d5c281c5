import {createUnder, destroy, listUnder, show, update} from '../../operations/crud.js';
import {kindOf} from '../../operations/kinds/kind.js';
import {beyondContract, type Operation} from '../../operations/operation.js';
import {plain} from '../../operations/replies/presenter.js';
import {addReciprocal} from './reciprocal.js';
import {type RelationshipRow, relationshipBody, relationships} from './relationships.js';

/** The service's name for them in paths differs from the one inside a constituent. */
const atTheirPath = (operation: Operation): Operation => ({
  ...operation,
  path: operation.path.replace('/relationships', '/constituent_relationships'),
});

const createAlone = createUnder(relationships, 'constituents', relationshipBody);

const createRelationship: Operation = {
  ...createAlone,
  handle: (input, transaction) => {
    const shown = createAlone.handle(input, transaction);
    // A response has every field of the row.
    addReciprocal(plain(shown) as RelationshipRow, input.body, input.settings, transaction, input.issues);
    return shown;
  },
};

export const relationshipKind = kindOf(
  relationships,
  beyondContract(
    'observed: the contract has the record inside a constituent and shows no operation on it',
    [
      listUnder(relationships, 'constituents'),
      createRelationship,
      show(relationships),
      update(relationships),
      destroy(relationships),
    ].map(atTheirPath),
  ),
);
