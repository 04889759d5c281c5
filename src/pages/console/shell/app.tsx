import {useEffect} from 'preact/hooks';
import {Empty} from '../parts/empty.js';
import {accounts, isAccountGone} from '../state/accounts.js';
import {isAdminKeyWanted, isUnreachable} from '../state/config.js';
import {hrefOf} from '../state/route.js';
import {AsOfBanner} from '../timeline/as-of-banner.js';
import {TimeLine} from '../timeline/time-line.js';
import {DropZone} from '../trace/drop-zone.js';
import {trace} from '../trace/open-trace.js';
import {TraceView} from '../trace/trace-view.js';
import {AccountGone} from './account-gone.js';
import {AskAdminKey} from './ask-admin-key.js';
import {ConnectionBanner} from './connection-banner.js';
import {Help} from './help.js';
import {Menu} from './menu.js';
import {Spoken} from './spoken.js';
import {view} from './views.js';

/** The page: menu, view, time line and announcements. */
export function App() {
  const title = trace.value === undefined ? (view.value?.title ?? 'Nothing here') : 'Trace';
  useEffect(() => {
    document.title = `${title} · crm-sandbox`;
  }, [title]);
  return (
    <div class="page">
      <a class="skip" href="#main">
        To the content
      </a>
      <Menu />
      <main id="main" class="main" tabIndex={-1}>
        <ConnectionBanner />
        <Content />
      </main>
      <Spoken />
      <Help />
      <DropZone />
    </div>
  );
}

function Content() {
  if (trace.value !== undefined) {
    return <TraceView />;
  }
  if (isUnreachable.value) {
    return (
      <Empty title="No sandbox answers here">
        <p>Start one with the command below, and load this page again. A trace file can be dropped here meanwhile.</p>
        <pre>crm-sandbox start</pre>
      </Empty>
    );
  }
  if (isAdminKeyWanted.value) {
    return <AskAdminKey />;
  }
  if (accounts.value === undefined) {
    // Requests with a key wait for the list of accounts: a key would recreate a deleted account.
    return (
      <p class="waiting" role="status">
        Loading…
      </p>
    );
  }
  if (isAccountGone.value) {
    return <AccountGone />;
  }
  const Shown = view.value?.show;
  return (
    <>
      <AsOfBanner />
      <div class="view">
        {Shown === undefined ? (
          <Empty title="There is no such view">
            <p>
              <a href={hrefOf(['requests'])}>To the requests</a>
            </p>
          </Empty>
        ) : (
          <Shown />
        )}
      </div>
      <TimeLine />
    </>
  );
}
