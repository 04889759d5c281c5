import type {ShownRequest} from '../../../../admin/requests/show.js';
import {frameSeparator} from '../../../../preload/caller/frames.js';
import {chunk} from '../../parts/resource.js';
import {JsonBox, Pairs} from '../../parts/values.js';
import {findingsOf} from '../../state/findings.js';
import {hrefOf} from '../../state/route.js';

const FindingCard = chunk(async () => (await import('../finding-card.js')).FindingCard);

interface TabProps {
  readonly request: ShownRequest;
}

export function RequestTab({request: {request}}: TabProps) {
  return (
    <>
      <Pairs title="Path parameters" of={request.params} />
      <Pairs title="Query" of={request.query} />
      <Body of={request} />
      <Pairs title="Headers" of={request.headers} />
    </>
  );
}

export function ResponseTab({request: {reply}}: TabProps) {
  return (
    <>
      <Body of={reply} />
      <Pairs title="Headers" of={reply.headers} />
    </>
  );
}

interface BodyProps {
  readonly title?: string;
  readonly of: {readonly body: unknown; readonly length?: number; readonly sha256?: string};
}

export function Body({title = 'Body', of: {body, length, sha256}}: BodyProps) {
  return (
    <section>
      <h3>{title}</h3>
      {body === null ? <p class="muted">None</p> : <JsonBox value={body} label={title} />}
      {length !== undefined && (
        <p class="muted">
          Truncated; the whole body has {length} bytes and the SHA-256 <code>{sha256}</code>
        </p>
      )}
    </section>
  );
}

export function FindingsTab({request}: TabProps) {
  const {refused, ignored} = request.issues;
  const findings = findingsOf([request]);
  if (findings.length + refused.length + ignored.length === 0) {
    return <p class="muted">No findings.</p>;
  }
  return (
    <>
      {findings.map(finding => (
        <FindingCard key={finding.fingerprint} finding={finding} />
      ))}
      <Issues title="Rejected" of={refused} />
      <Issues title="Ignored silently" of={ignored} />
    </>
  );
}

function Issues({title, of}: {readonly title: string; readonly of: ShownRequest['issues']['refused']}) {
  if (of.length === 0) {
    return null;
  }
  return (
    <section>
      <h3>{title}</h3>
      <ul class="plain">
        {of.map(({in: part, path, message}) => (
          <li key={`${part} ${path.join('.')} ${message}`}>
            <code>
              {part} {path.join('.')}
            </code>{' '}
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CallerTab({request: {caller, user_agent: userAgent, key, unread_key: unreadKey}}: TabProps) {
  return (
    <>
      <section>
        <h3>Source location</h3>
        {caller === null ? (
          <p class="muted">
            Unknown. A client can send it in the header <code>X-Sandbox-Caller: src/sync.ts:42</code>.
          </p>
        ) : (
          caller.split(frameSeparator).map(frame => (
            <p key={frame}>
              <code>{frame}</code> <a href={hrefOf(['requests'], {q: `caller:${frame}`})}>All requests from here</a>
            </p>
          ))
        )}
      </section>
      <Pairs
        title="Client"
        of={{
          'User agent': userAgent ?? 'none',
          'Key sent as': key?.scheme ?? 'none',
          'Key role': key?.role ?? 'none: the key is unknown',
          'Key in the wrong place': unreadKey ?? undefined,
        }}
      />
    </>
  );
}
