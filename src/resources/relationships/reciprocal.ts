import {lookupIn} from '../../operations/kinds/lookup.js';
import {type Reference, resolveReferences} from '../../operations/kinds/references.js';
import {insertRow} from '../../operations/kinds/write-rows.js';
import type {Fields} from '../../schema/fields.js';
import type {Issues} from '../../schema/issues.js';
import type {Settings} from '../../settings.js';
import type {Transaction} from '../../store/transaction.js';
import {type RelationshipRow, relationships} from './relationships.js';

const wayBack: readonly Reference[] = [
  {id: 'reciprocal_id', name: 'rec_name', to: 'relationship_types', ignoreUnknownId: true},
];

const namesWayBack = ({reciprocal_id, rec_name}: Fields) =>
  typeof reciprocal_id === 'number' || (typeof rec_name === 'string' && rec_name.trim() !== '');

/**
 * Creates the reciprocal relationship that a body describes, which it does by default. An unknown type leaves it
 * without a type, like the first one.
 */
export function addReciprocal(
  row: RelationshipRow,
  body: Fields,
  {assume}: Settings,
  transaction: Transaction,
  issues: Issues,
): void {
  const {constituent_id, related_constituent_id, share_address, share_phone} = row;
  if (assume.reciprocal_rows === 'none' || related_constituent_id === null || !namesWayBack(body)) {
    return;
  }
  const {reciprocal_id, rec_name} = body;
  const context = {transaction, lookup: lookupIn(transaction), issues, row: undefined};
  const type = resolveReferences(wayBack, {reciprocal_id, rec_name}, context);
  const mirrored = {
    related_constituent_id: constituent_id,
    relationship_type_id: type.reciprocal_id,
    name: type.rec_name,
    description: body.reciprocal_description,
    share_address,
    share_phone,
  };
  insertRow(relationships, mirrored, {constituent_id: related_constituent_id}, transaction);
}
