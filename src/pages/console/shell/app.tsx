import {useEffect} from 'preact/hooks';
import {AsOfBanner} from '../parts/as-of.js';
import {Run, Uncopied} from '../parts/buttons.js';
import {Field, SubmitForm} from '../parts/form.js';
import {Waiting} from '../parts/resource.js';
import {Empty} from '../parts/sheet.js';
import {TimeLine} from '../parts/time-line.js';
import {account, accountParameters, accounts, isAccountGone} from '../state/accounts.js';
import {dismiss, notification, spoken} from '../state/announce.js';
import {loadAccounts, send} from '../state/api.js';
import {adminKey, config, isAdminKeyWanted, isUnreachable} from '../state/config.js';
import {feed} from '../state/exchanges.js';
import {trace} from '../state/open-trace.js';
import {go, hrefOf, pageTitle} from '../state/route.js';
import {TraceView} from '../views/trace-view.js';
import {DropZone} from './drop.js';
import {Help} from './keys.js';
import {Menu} from './menu.js';
import {view} from './views.js';

export function App() {
  const title =
    trace.value === undefined ? pageTitle.value || (view.value?.title ?? 'Page not found') : trace.value.name;
  useEffect(() => {
    document.title = `${title} · crm-sandbox`;
  }, [title]);
  return (
    <div class="page">
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Menu />
      <main id="main" class="main panel" tabIndex={-1}>
        <ConnectionBanner />
        <Content />
      </main>
      <Notifications />
      <Help />
      <Uncopied />
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
      <Empty title="No sandbox is running here">
        <p>Start one with the command below, then reload this page. You can also drop a trace file here.</p>
        <pre>crm-sandbox start</pre>
      </Empty>
    );
  }
  if (isAdminKeyWanted.value) {
    return <AskAdminKey />;
  }
  if (accounts.value === undefined) {
    // Requests with a key wait for the list of accounts: a key would recreate a deleted account.
    return <Waiting />;
  }
  if (isAccountGone.value) {
    return <AccountGone />;
  }
  const Current = view.value?.show;
  return (
    <>
      <AsOfBanner />
      <div class="view">
        {Current === undefined ? (
          <Empty title="Page not found">
            <p>
              <a href={hrefOf(['requests'])}>Show the requests</a>
            </p>
          </Empty>
        ) : (
          <Current />
        )}
      </div>
      <TimeLine />
    </>
  );
}

/** An account may be deleted or expire while it is displayed. */
function AccountGone() {
  const name = account.value;
  const usual = config.value!.account;
  const create = async () => {
    await send('POST', '/_sandbox/accounts', {body: {name}, account: usual});
    await loadAccounts();
    go(hrefOf(['requests'], accountParameters(name)), {isReplaced: true});
  };
  return (
    <Empty title={`There is no account ${name}`}>
      <p>It was deleted, it expired, or it never existed. Its requests are gone too.</p>
      <p class="row">
        <a class="button" href={hrefOf(['requests'], accountParameters(usual))}>
          Show the account {usual}
        </a>
        <Run action={create}>Create it</Run>
      </p>
    </Empty>
  );
}

/** Asks for the admin key if the sandbox requires one. The key stays in memory until the page is closed. */
function AskAdminKey() {
  const enter = async (form: FormData) => {
    adminKey.value = String(form.get('key')).trim();
    await send('GET', '/_sandbox/accounts', {account: config.value!.account});
    isAdminKeyWanted.value = false;
  };
  return (
    <SubmitForm class="card narrow stack" send={enter} keepsInput>
      <h1>This sandbox requires its admin key</h1>
      <p>Enter the value of --admin-key. This page keeps it only in memory.</p>
      <Field label="Admin key">
        <input name="key" type="password" autoComplete="off" required />
      </Field>
      <button type="submit" class="primary">
        Open
      </button>
    </SubmitForm>
  );
}

function ConnectionBanner() {
  if (isUnreachable.value || (feed.value?.isConnected.value ?? true)) {
    return null;
  }
  return (
    <p class="banner bad" role="status">
      <strong>The connection is lost.</strong> This page shows the last data it received, and reconnects automatically.
    </p>
  );
}

/** Announcements: events for screen readers, and results of actions for everyone. */
function Notifications() {
  const {text, isBad = false, link} = notification.value ?? {};
  return (
    <>
      <p class="unseen" aria-live="polite">
        {spoken.value}
      </p>
      <div class="notification" role={isBad ? 'alert' : 'status'}>
        {text !== undefined && (
          <div class={isBad ? 'toast bad' : 'toast'}>
            <span>{text}</span>
            {link !== undefined && (
              <a href={link.href} onClick={dismiss}>
                {link.text}
              </a>
            )}
            <button type="button" class="quiet" aria-label="Close" onClick={dismiss}>
              ×
            </button>
          </div>
        )}
      </div>
    </>
  );
}
