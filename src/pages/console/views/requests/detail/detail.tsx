import {useLayoutEffect} from 'preact/hooks';
import type {Finding} from '../../../../../findings/finding.js';
import {Method, Status} from '../../../parts/badge.js';
import {Empty} from '../../../parts/empty.js';
import {Tabs} from '../../../parts/tabs.js';
import {Waiting} from '../../../parts/waiting.js';
import {ask} from '../../../state/api.js';
import type {Request} from '../../../state/feed.js';
import {onKey} from '../../../state/key-handlers.js';
import {useLoaded} from '../../../state/loaded.js';
import {go, hrefOf, hrefWith, query} from '../../../state/route.js';
import type {Details} from '../details.js';
import {findingsOf} from '../found.js';
import {requestHref, timeOf} from '../row.js';
import {Actions} from './actions.js';
import {CallerTab} from './caller-tab.js';
import {ChangeTab} from './change-tab.js';
import {FindingsTab} from './findings-tab.js';
import {ReplyTab, RequestTab} from './messages.js';

interface DetailProps {
  readonly seq: number;
  readonly rows: readonly Request[];
  readonly findings: readonly Finding[];
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

/** One request: its data, response, changes and actions. */
export function Detail({seq, rows, findings}: DetailProps) {
  const loaded = useLoaded<Details>(signal => ask('GET', `/_sandbox/requests/${seq}`, {signal}), String(seq));
  useLayoutEffect(() => {
    const ends = [
      onKey('[', () => goAlong(rows, seq, -1)),
      onKey(']', () => goAlong(rows, seq, 1)),
      onKey('Escape', () => {
        close();
        return true;
      }),
    ];
    return () => {
      for (const end of ends) {
        end();
      }
    };
  });
  return (
    <section class="detail" aria-label={`Request ${seq}`}>
      <button type="button" class="quiet close" aria-label="Close the request" onClick={close}>
        ×
      </button>
      {loaded.status === 404 || loaded.status === 409 ? (
        <Empty title={`Request ${seq} is not there`}>
          <p>{loaded.error}</p>
          <p>The journal keeps the latest requests, and a reset forgets all. --journal-requests keeps more.</p>
        </Empty>
      ) : (
        <Waiting of={loaded}>{details => <Shown details={details} findings={findingsOf(findings, seq)} />}</Waiting>
      )}
    </section>
  );
}

const names = ['request', 'reply', 'change', 'findings', 'caller'] as const;

function Shown({details, findings}: {readonly details: Details; readonly findings: readonly Finding[]}) {
  const {seq, method, url, status, operation, ms, mark, at, change, issues, nearest} = details;
  const asked = names.find(name => name === query.value.get('tab'));
  const current = asked ?? (details.changed ? 'change' : 'request');
  const counts = {
    change: change ? change.total.created + change.total.changed + change.total.deleted : 0,
    findings: findings.length + issues.refused.length + issues.ignored.length,
  };
  return (
    <>
      <header class="detail-head">
        <h2>
          <span class="number">#{seq}</span> <Method method={method} /> <Status status={status} />
        </h2>
        <p class="url">{url}</p>
        <p class="facts">
          <span>{operation ?? 'no operation'}</span>
          <span>{timeOf(details)}</span>
          <span>{ms} ms</span>
          <span title="By the account's clock">{at}</span>
          {mark !== null && <span class="mark">{mark}</span>}
        </p>
        {details.refusal !== null && <p class="error">{details.refusal}</p>}
        {nearest !== undefined && (
          <p>
            Nearest path: <code>{nearest}</code>
          </p>
        )}
        <Actions details={details} />
      </header>
      <Tabs
        label={`Request ${seq}`}
        current={current}
        onChoose={tab => go(hrefWith({tab}), {isReplaced: true})}
        tabs={[
          {name: 'request', title: 'Request'},
          {name: 'reply', title: 'Reply'},
          {name: 'change', title: 'Change', count: counts.change},
          {name: 'findings', title: 'Findings', count: counts.findings},
          {name: 'caller', title: 'Caller'},
        ]}
      >
        {current === 'request' && <RequestTab details={details} />}
        {current === 'reply' && <ReplyTab details={details} />}
        {current === 'change' && <ChangeTab change={change} />}
        {current === 'findings' && <FindingsTab findings={findings} issues={issues} />}
        {current === 'caller' && <CallerTab details={details} />}
      </Tabs>
    </>
  );
}
