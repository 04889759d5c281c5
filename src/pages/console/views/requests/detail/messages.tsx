import {JsonBox} from '../../../parts/json.js';
import {Pairs} from '../../../parts/pairs.js';
import type {Details} from '../details.js';

export function RequestTab({details: {request}}: {readonly details: Details}) {
  return (
    <>
      <Pairs title="In the path" of={request.params} />
      <Pairs title="Query" of={request.query} />
      <Body title="Body" of={request} />
      <Pairs title="Headers" of={request.headers} />
    </>
  );
}

export function ReplyTab({details: {reply}}: {readonly details: Details}) {
  return (
    <>
      <Body title="Body" of={reply} />
      <Pairs title="Headers" of={reply.headers} />
    </>
  );
}

interface BodyProps {
  readonly title: string;
  readonly of: {readonly body: unknown; readonly length?: number; readonly sha256?: string};
}

function Body({title, of: {body, length, sha256}}: BodyProps) {
  return (
    <section>
      <h3>{title}</h3>
      {body === null ? <p class="muted">There was none.</p> : <JsonBox value={body} label={title} />}
      {length !== undefined && (
        <p class="muted">
          The beginning of {length} bytes; SHA-256 of all: <code>{sha256}</code>
        </p>
      )}
    </section>
  );
}
