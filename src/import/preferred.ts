import type {Resource} from '../operations/resource.js';
import type {AddressRow} from '../resources/addresses/address.js';
import type {Row} from '../store/order.js';
import type {Loading} from './kind.js';

/** A preferred address that comes in clears the one that the account had. Those of the document stay as given. */
export function clearPreferred<R extends AddressRow>(resource: Resource<R>) {
  return (row: Row, loading: Loading): void => {
    const {transaction} = loading;
    const {item_id, is_preferred} = row as R;
    if (!is_preferred) {
      return;
    }
    for (const other of transaction.rows(resource).where('item_id', item_id).toArray()) {
      if (other.is_preferred && !loading.isGiven(resource.name, other.id)) {
        transaction.put(resource, {...other, is_preferred: false});
      }
    }
  };
}
