import type {ComponentChildren} from 'preact';

interface ActionTableProps {
  /** Of the columns, but for the last: there stands what can be done. */
  readonly heads: readonly string[];
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A table of what can be acted on, a row each. */
export function ActionTable({heads, children}: ActionTableProps) {
  return (
    <div class="scroll-x">
      <table class="list">
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">
              <span class="unseen">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
