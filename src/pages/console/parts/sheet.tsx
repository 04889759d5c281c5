import type {ComponentChildren} from 'preact';

interface SheetProps {
  readonly title: string;
  readonly about: string;
  /** Shown beside the title. */
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A view with a heading and a description. */
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

/** An empty state: the reason, and a next step. */
export function Empty({title, children}: {readonly title: string; readonly children?: ComponentChildren}) {
  return (
    <section class="empty stack">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

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
              <span class="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
