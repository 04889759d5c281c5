import type {ShownRequest} from '../../../../admin/requests/show.js';
import type {DataDiff} from '../../../../exchanges/change/data-diff.js';
import {Table} from '../../parts/sheet.js';
import {JsonBox, Status, Value} from '../../parts/values.js';
import {recordsIn} from './change-tab.js';

type TitledRequest = readonly [title: string, request: ShownRequest];

interface ComparisonProps {
  /** Undefined if the journal no longer has it. */
  readonly sent: ShownRequest | undefined;
  readonly title: string;
  readonly result: ShownRequest;
}

/** Compares the status, response and change of a sent request with those of a corrected or edited one. */
export function Comparison({sent, title, result}: ComparisonProps) {
  const sides: readonly TitledRequest[] = [
    ...(sent ? [[`As sent, request ${sent.seq}`, sent] as const] : []),
    [title, result],
  ];
  return (
    <section class="stack" aria-label="Result" role="status">
      <div class="comparison">
        {sides.map(([name, {status, refusal, reply}]) => (
          <section key={name} class="outcome stack" aria-label={name}>
            <h3>
              {name} <Status status={status} />
            </h3>
            {refusal !== null && <p class="error">{refusal}</p>}
            <details>
              <summary>Response</summary>
              <JsonBox value={reply.body ?? 'No body'} label={`Response: ${name}`} />
            </details>
          </section>
        ))}
      </div>
      <Changes sides={sides} />
    </section>
  );
}

/** Maximum number of values to render. */
const maxRows = 100;

/** The changed values of each side; different ones come first. */
function Changes({sides}: {readonly sides: readonly TitledRequest[]}) {
  const values = sides.map(([, {change}]) => valuesIn(change));
  const names = [...new Set(values.flatMap(each => [...each.keys()]))];
  const differs = (name: string) => new Set(values.map(each => JSON.stringify(each.get(name) ?? null))).size > 1;
  const shown = names.filter(name => values.some(each => (each.get(name) ?? null) !== null));
  const rows = [...shown.filter(differs), ...shown.filter(name => !differs(name))].slice(0, maxRows);
  const recordOf = (name?: string) => name?.split('\n', 1)[0];
  if (rows.length === 0) {
    return <p class="muted">No changes of data</p>;
  }
  return (
    <div class="scroll-x">
      <Table class="diff" heads={['Record', 'Field', ...sides.map(([title]) => title)]}>
        {rows.map((name, index) => (
          <tr key={name}>
            <td>{recordOf(name) !== recordOf(rows[index - 1]) && recordOf(name)}</td>
            <th scope="row">{name.split('\n')[1]}</th>
            {values.map((each, side) => (
              <td key={side} class={differs(name) ? ['before', 'after'][side] : 'muted'}>
                {each.has(name) ? <Value of={each.get(name)} /> : '–'}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}

/** The resulting values of a change, by record and field, which form the two lines of the key. */
function valuesIn(change: DataDiff | null): ReadonlyMap<string, unknown> {
  const {created = {}, changed = {}, deleted = {}} = change ?? {};
  return new Map([
    ...recordsIn(created).flatMap(([collection, record]) =>
      Object.entries(record).map(
        ([field, value]) => [`created ${collection} ${record['id']}\n${field}`, value] as const,
      ),
    ),
    ...recordsIn(changed).flatMap(([collection, {id, fields}]) =>
      Object.entries(fields).map(([field, {to}]) => [`changed ${collection} ${id}\n${field}`, to] as const),
    ),
    ...recordsIn(deleted).map(([collection, {id}]) => [`deleted ${collection} ${id}\n`, 'deleted'] as const),
  ]);
}
