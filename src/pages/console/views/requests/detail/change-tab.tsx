import {Value} from '../../../parts/value.js';
import {hrefOf} from '../../../state/route.js';
import type {Change, ChangedRecord} from '../details.js';

/** Further records are not drawn. */
const most = 100;

/** The effect of a request, or the difference between two states: field by field. */
export function ChangeTab({change}: {readonly change: Change | null | undefined}) {
  if (!change || Object.values(change.total).every(count => count === 0)) {
    return <p class="muted">It changed nothing.</p>;
  }
  const {created, changed, deleted, names} = change;
  return (
    <>
      {listed(changed).map(([collection, record]) => (
        <ChangedFields key={`~${collection}${record.id}`} collection={collection} record={record} names={names} />
      ))}
      {listed(created).map(([collection, record]) => (
        <WholeRecord key={`+${collection}${record['id']}`} verb="Created" collection={collection} record={record} />
      ))}
      {listed(deleted).map(([collection, record]) => (
        <WholeRecord key={`-${collection}${record['id']}`} verb="Deleted" collection={collection} record={record} />
      ))}
    </>
  );
}

const listed = <T,>(records: Readonly<Record<string, readonly T[]>>): ReadonlyArray<readonly [string, T]> =>
  Object.entries(records)
    .flatMap(([collection, rows]) => rows.map(row => [collection, row] as const))
    .slice(0, most);

function RecordLink({collection, id}: {readonly collection: string; readonly id: number}) {
  return (
    <a href={hrefOf(['data', collection, String(id)])}>
      {collection} {id}
    </a>
  );
}

interface ChangedFieldsProps {
  readonly collection: string;
  readonly record: ChangedRecord;
  readonly names: Readonly<Record<string, string>>;
}

function ChangedFields({collection, record: {id, constituent_id, fields}, names}: ChangedFieldsProps) {
  const of = names[String(constituent_id ?? id)];
  return (
    <section class="changed-record">
      <h3>
        <span class="verb changed">Changed</span> <RecordLink collection={collection} id={id} />
        {of !== undefined && <span class="muted"> {of}</span>}
      </h3>
      <div class="scroll-x">
        <table class="diff">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(fields).map(([name, {from, to}]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="before">
                  <Value of={from} />
                </td>
                <td class="after">
                  <Value of={to} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface WholeRecordProps {
  readonly verb: 'Created' | 'Deleted';
  readonly collection: string;
  readonly record: Readonly<Record<string, unknown>>;
}

function WholeRecord({verb, collection, record}: WholeRecordProps) {
  const isThere = verb === 'Created';
  return (
    <section class="changed-record">
      <h3>
        <span class={`verb ${verb.toLowerCase()}`}>{verb}</span>{' '}
        <RecordLink collection={collection} id={Number(record['id'])} />
      </h3>
      <div class="scroll-x">
        <table class="diff">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">{isThere ? 'After' : 'Before'}</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(record)
              .filter(([, value]) => value !== null)
              .map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td class={isThere ? 'after' : 'before'}>
                    <Value of={value} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
