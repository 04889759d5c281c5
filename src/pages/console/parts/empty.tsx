import type {ComponentChildren} from 'preact';

/** An empty state: the reason, and a next step. */
export function Empty({title, children}: {readonly title: string; readonly children?: ComponentChildren}) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
