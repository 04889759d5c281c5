import {hush, shown, spoken} from '../state/announce.js';

/** Announcements: events for screen readers, and results of actions for everyone. */
export function Spoken() {
  const said = shown.value;
  return (
    <>
      <p class="unseen" aria-live="polite">
        {spoken.value}
      </p>
      <div class="said" role={said?.isBad ? 'alert' : 'status'}>
        {said !== undefined && (
          <div class={said.isBad ? 'toast bad' : 'toast'}>
            <span>{said.text}</span>
            {said.link !== undefined && (
              <a href={said.link.href} onClick={hush}>
                {said.link.text}
              </a>
            )}
            <button type="button" class="quiet" aria-label="Close" onClick={hush}>
              ×
            </button>
          </div>
        )}
      </div>
    </>
  );
}
