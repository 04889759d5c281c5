/** A deeper value is shown in one line. */
const deepest = 40;

/** Highlighted JSON. All of it is rendered as text. */
function Json({value}: {readonly value: unknown}) {
  return <Part value={value} depth={0} />;
}

function Part({value, depth}: {readonly value: unknown; readonly depth: number}) {
  if (typeof value === 'string') {
    return <span class="json-text">{JSON.stringify(value)}</span>;
  }
  if (typeof value !== 'object' || value === null) {
    return <span class={value === null ? 'json-null' : 'json-number'}>{String(value)}</span>;
  }
  const isArray = Array.isArray(value);
  const entries = Object.entries(value);
  const [open, close] = isArray ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0 || depth > deepest) {
    return <>{entries.length === 0 ? open + close : JSON.stringify(value)}</>;
  }
  const indent = '  '.repeat(depth);
  return (
    <>
      {`${open}\n`}
      {entries.map(([name, each], index) => (
        <span key={name}>
          {`${indent}  `}
          {!isArray && (
            <>
              <span class="json-name">{JSON.stringify(name)}</span>
              {': '}
            </>
          )}
          <Part value={each} depth={depth + 1} />
          {index < entries.length - 1 ? ',\n' : '\n'}
        </span>
      ))}
      {indent + close}
    </>
  );
}

/** JSON in a box that mouse and keyboard can scroll. */
export function JsonBox({value, label}: {readonly value: unknown; readonly label: string}) {
  return (
    <pre class="code" tabIndex={0} role="group" aria-label={label}>
      {typeof value === 'string' ? value : <Json value={value} />}
    </pre>
  );
}
