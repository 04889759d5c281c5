import type {ComponentChildren} from 'preact';
import {useEffect, useId, useRef} from 'preact/hooks';
import type {ShownRequest} from '../../../../admin/requests/show.js';
import {useResource, View} from '../../parts/resource.js';
import {Empty} from '../../parts/sheet.js';
import {Method, Status} from '../../parts/values.js';
import {arrivals} from '../../state/exchanges.js';
import type {Request} from '../../state/feed.js';
import {findingsOf} from '../../state/findings.js';
import {useKeys} from '../../state/keys.js';
import {go, hrefOf, hrefWith, query} from '../../state/route.js';
import {Actions} from './actions.js';
import {ChangeTab} from './change-tab.js';
import {requestHref, timeOf} from './row.js';
import {CallerTab, FindingsTab, RequestTab, ResponseTab} from './tabs.js';

export function DetailPanel({label, children}: {readonly label: string; readonly children: ComponentChildren}) {
  return (
    <section class="detail panel" aria-label={label}>
      <button type="button" class="quiet close" aria-label={`Close ${label}`} onClick={close}>
        ×
      </button>
      {children}
    </section>
  );
}

interface DetailHeadProps {
  readonly request: Request;
  readonly facts: readonly string[];
  readonly children?: ComponentChildren;
}

export function DetailHead({request, facts, children}: DetailHeadProps) {
  const {seq, method, status, url, mark, refusal} = request;
  return (
    <header class="detail-head stack">
      <h2>
        <span class="number">#{seq}</span> <Method method={method} /> <Status status={status} />
      </h2>
      <p class="url">{url}</p>
      <p class="facts row muted">
        {facts.map(fact => (
          <span key={fact}>{fact}</span>
        ))}
        {mark !== null && <span class="badge violet">{mark}</span>}
      </p>
      {refusal !== null && <p class="error">{refusal}</p>}
      {children}
    </header>
  );
}

interface DetailProps {
  readonly seq: number;
  readonly rows: readonly Request[];
}

const close = () => {
  const {q = ''} = Object.fromEntries(query.value);
  go(hrefOf(['requests'], {q}));
};

/** Moves to the next request of the same operation in the filtered list. */
function goAlong(rows: readonly Request[], seq: number, step: 1 | -1): boolean {
  const operation = rows.find(request => request.seq === seq)?.operation;
  const others = rows.filter(request => request.operation === operation && (request.seq - seq) * step > 0);
  const next = step > 0 ? others[0] : others.at(-1);
  if (next === undefined) {
    return false;
  }
  go(requestHref(next.seq));
  return true;
}

export function Detail({seq, rows}: DetailProps) {
  const loaded = useResource<ShownRequest>(`/_sandbox/requests/${seq}`, {reloadOn: arrivals});
  useKeys({
    '[': () => goAlong(rows, seq, -1),
    ']': () => goAlong(rows, seq, 1),
    Escape: () => void close(),
  });
  return (
    <DetailPanel label={`Request ${seq}`}>
      {loaded.status === 404 || loaded.status === 409 ? (
        <Empty title={`Request ${seq} was not found`}>
          <p>{loaded.error}</p>
          <p>The journal keeps the latest requests, and a reset clears it. --journal-requests sets how many.</p>
        </Empty>
      ) : (
        <View of={loaded}>{request => <Shown request={request} />}</View>
      )}
    </DetailPanel>
  );
}

const tabs = ['request', 'response', 'change', 'findings', 'caller'] as const;

function Shown({request}: {readonly request: ShownRequest}) {
  const {seq, operation, ms, at, change, changed, issues} = request;
  const chosen = tabs.find(tab => tab === query.value.get('tab'));
  const current = chosen ?? (changed ? 'change' : 'request');
  const counts: Readonly<Record<string, number>> = {
    change: change ? change.total.created + change.total.changed + change.total.deleted : 0,
    findings: findingsOf([request]).length + issues.refused.length + issues.ignored.length,
  };
  return (
    <>
      <DetailHead request={request} facts={[operation ?? 'no operation', timeOf(request), `${ms} ms`, `clock ${at}`]}>
        <Actions request={request} />
      </DetailHead>
      <Tabs
        label={`Request ${seq}`}
        current={current}
        onChoose={tab => go(hrefWith({tab}), {isReplaced: true})}
        tabs={tabs}
        counts={counts}
      >
        {current === 'request' && <RequestTab request={request} />}
        {current === 'response' && <ResponseTab request={request} />}
        {current === 'change' && <ChangeTab change={change} />}
        {current === 'findings' && <FindingsTab request={request} />}
        {current === 'caller' && <CallerTab request={request} />}
      </Tabs>
    </>
  );
}

interface TabsProps {
  readonly label: string;
  /** The names of the tabs; their titles are capitalized. */
  readonly tabs: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly current: string;
  readonly onChoose: (name: string) => void;
  readonly children: ComponentChildren;
}

/** Scrolls no further than needed. */
const nearby = {block: 'nearest', inline: 'nearest'} as const;

/** A tab list: arrow keys switch tabs, and Tab moves into the tab's content. */
function Tabs({label, tabs, counts, current, onChoose, children}: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current!.querySelector('[aria-selected=true]')?.scrollIntoView(nearby), [current]);
  const id = useId();
  const move = (event: KeyboardEvent) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const place = tabs.indexOf(current);
      const next = (place + step + tabs.length) % tabs.length;
      onChoose(tabs[next]!);
      list.current!.querySelectorAll<HTMLElement>('[role=tab]')[next]!.focus();
    }
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(name => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {name.charAt(0).toUpperCase() + name.slice(1)}
            {Number(counts[name]) > 0 && <span class="badge">{counts[name]}</span>}
          </button>
        ))}
      </div>
      <div class="tab-panel stack" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}
