import type {ComponentChildren} from 'preact';

/** In place of what is not there: why, and what to do. */
export function Empty({title, children}: {readonly title: string; readonly children?: ComponentChildren}) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
