import {hrefOf} from '../state/route.js';

/** Leads to a record, by its collection and id. */
export function RecordLink({collection, id}: {readonly collection: string; readonly id: number}) {
  return (
    <a href={hrefOf(['data', collection, String(id)])}>
      {collection} {id}
    </a>
  );
}
