import {useEffect, useRef} from 'preact/hooks';
import {Options} from '../parts/form.js';
import {account, accountParameters, accounts} from '../state/accounts.js';
import {config} from '../state/config.js';
import {feed} from '../state/exchanges.js';
import {findings} from '../state/findings.js';
import {trace} from '../state/open-trace.js';
import {go, hrefOf} from '../state/route.js';
import {theme, themes} from '../state/theme.js';
import {OpenTraceButton} from './drop.js';
import {isHelpOpen} from './keys.js';
import {view, views} from './views.js';

export function Menu() {
  const isOfTrace = trace.value !== undefined; // a trace file has no accounts and only one view
  return (
    <header class="menu">
      <a class="brand" href={hrefOf(['requests'])}>
        <img src="/_sandbox/ui/favicon.svg" alt="" width="20" height="20" />
        <span>
          crm-sandbox <small>{config.value?.version}</small>
        </span>
      </a>
      {!isOfTrace && <AccountSwitch />}
      {isOfTrace ? <div class="views" /> : <Views />}
      <div class="menu-foot">
        {!isOfTrace && <Connection />}
        <label class="theme">
          <span>Theme</span>
          <select
            value={theme.value}
            onChange={event => {
              theme.value = themes.find(each => each === event.currentTarget.value) ?? 'system';
            }}
          >
            <Options of={themes} />
          </select>
        </label>
        {!isOfTrace && <a href="/docs">API reference</a>}
        {!isOfTrace && <a href="/docs/rules">Rules</a>}
        <OpenTraceButton />
        <button type="button" class="quiet" onClick={() => (isHelpOpen.value = true)}>
          Keyboard shortcuts <kbd aria-hidden="true">?</kbd>
        </button>
      </div>
    </header>
  );
}

function Views() {
  const list = useRef<HTMLElement>(null);
  const current = view.value?.name;
  const count = findings.value?.findings.length; // the badge shifts the links
  useEffect(() => list.current!.querySelector('[aria-current]')?.scrollIntoView({inline: 'nearest'}), [current, count]);
  return (
    <nav class="views" aria-label="Views" ref={list}>
      {views.map(({name, title, key}) => (
        <a key={name} href={hrefOf([name])} aria-current={current === name ? 'page' : undefined}>
          <span>
            {title} {name === 'findings' && <FindingsBadge />}
          </span>
          {key !== undefined && (
            <kbd class="hint" aria-hidden="true">
              g {key}
            </kbd>
          )}
        </a>
      ))}
    </nav>
  );
}

function FindingsBadge() {
  const levels = (findings.value?.findings ?? []).map(({level}) => level).filter(level => level !== 'info');
  if (levels.length === 0) {
    return null;
  }
  const label = `${levels.length} ${levels.length === 1 ? 'error or warning' : 'errors and warnings'}`;
  return (
    <span class={`badge ${levels.includes('error') ? 'bad' : 'warn'}`} role="img" aria-label={label}>
      {levels.length}
    </span>
  );
}

function AccountSwitch() {
  const names = (accounts.value ?? []).map(({name}) => name);
  const all = names.includes(account.value) ? names : [account.value, ...names];
  return (
    <label class="account-switch">
      <span>Account</span>
      <select
        value={account.value}
        onChange={event => go(hrefOf([view.value?.name ?? 'requests'], accountParameters(event.currentTarget.value)))}
      >
        <Options of={all} />
      </select>
    </label>
  );
}

function Connection() {
  const isLive = feed.value?.isConnected.value ?? false;
  return (
    <span class={isLive ? 'connection live' : 'connection'}>
      <span class="dot" aria-hidden="true" />
      {isLive ? 'live' : 'not connected'}
    </span>
  );
}
