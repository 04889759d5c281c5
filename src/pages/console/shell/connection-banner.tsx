import {isUnreachable} from '../state/config.js';
import {feed} from '../state/exchanges.js';

/** Shown while the sandbox does not respond. */
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
