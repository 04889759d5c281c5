import type {ComponentChildren} from 'preact';

interface ActionTableProps {
  /** Column titles, except for the last column, which has the actions. */
  readonly heads: readonly string[];
  readonly children: ComponentChildren;
}

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
