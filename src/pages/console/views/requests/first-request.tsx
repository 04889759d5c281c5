import {Snippet} from '../../parts/copy.js';
import {Empty} from '../../parts/empty.js';
import {account, keyOf} from '../../state/accounts.js';

/** Shown before the first request: how to send one. */
export function FirstRequest() {
  const key = keyOf(account.value);
  return (
    <Empty title="No request yet">
      <p>What a client asks of the API is shown here as it comes. This asks for one constituent:</p>
      <Snippet
        what="The command"
        text={`curl -H 'Authorization: Bearer ${key}' \\\n  '${location.origin}/api/v1/constituents?limit=1'`}
      />
      <p>
        Or point a client at <code>{location.origin}</code> with the key <code>{key}</code>.
      </p>
    </Empty>
  );
}
