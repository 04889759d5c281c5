interface PairsProps {
  readonly title: string;
  readonly of: Readonly<Record<string, unknown>>;
}

/** Names and values; renders nothing if there are none. */
export function Pairs({title, of}: PairsProps) {
  const entries = Object.entries(of).filter(([, value]) => value !== undefined);
  if (entries.length === 0) {
    return null;
  }
  return (
    <section>
      <h3>{title}</h3>
      <dl class="pairs">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{Array.isArray(value) ? value.join(', ') : String(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
