import type {ComponentChildren} from 'preact';

interface SheetProps {
  readonly title: string;
  readonly about: string;
  /** Rendered next to the title. */
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Sheet({title, about, action, children}: SheetProps) {
  return (
    <div class="sheet stack">
      <header class="bar">
        <h1>{title}</h1>
        {action}
        <p class="muted">{about}</p>
      </header>
      {children}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly children?: ComponentChildren;
}

export function Empty({title, about, children}: EmptyProps) {
  return (
    <section class="empty stack">
      <h2>{title}</h2>
      {about && <p>{about}</p>}
      {children}
    </section>
  );
}

interface TableProps {
  readonly class: string;
  readonly heads: readonly string[];
  /** True if the last column contains actions and has no visible title. */
  readonly hasActions?: boolean;
  readonly children: ComponentChildren;
}

export function Table({class: look, heads, hasActions = false, children}: TableProps) {
  return (
    <table class={look}>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          {hasActions && (
            <th scope="col">
              <span class="unseen">Actions</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function ActionTable({heads, children}: Pick<TableProps, 'heads' | 'children'>) {
  return (
    <div class="scroll-x">
      <Table class="list" heads={heads} hasActions>
        {children}
      </Table>
    </div>
  );
}
