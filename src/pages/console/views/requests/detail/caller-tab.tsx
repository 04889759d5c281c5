import {Pairs} from '../../../parts/pairs.js';
import {hrefOf} from '../../../state/route.js';
import type {Details} from '../details.js';

export function CallerTab({details: {caller, user_agent, key, unread_key}}: {readonly details: Details}) {
  return (
    <>
      {caller === null ? (
        <section>
          <h3>Place in the code</h3>
          <p class="muted">
            The client does not say. The header <code>X-Sandbox-Caller: src/sync.ts:42</code> does.
          </p>
        </section>
      ) : (
        <section>
          <h3>Place in the code</h3>
          <p>
            <code>{caller}</code> <a href={hrefOf(['requests'], {q: `caller:${caller}`})}>All requests from here</a>
          </p>
        </section>
      )}
      <Pairs
        title="Client"
        of={{
          'user agent': user_agent ?? 'none',
          'key came as': key?.scheme ?? 'none',
          'key may': key?.role ?? 'nothing: it is not known',
          ...(unread_key !== null && {'a key that is not read': unread_key}),
        }}
      />
    </>
  );
}
