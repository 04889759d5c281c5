import {isUnreachable} from '../state/config.js';
import {feed} from '../state/exchanges.js';

/** Says that the sandbox does not answer, for as long as it does not. */
export function ConnectionBanner() {
  if (isUnreachable.value || (feed.value?.isConnected.value ?? true)) {
    return null;
  }
  return (
    <p class="banner bad" role="status">
      <strong>The connection is lost.</strong> What you see is what was last heard. The page tries again by itself.
    </p>
  );
}
