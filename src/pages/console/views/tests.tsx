import type {ComponentChildren} from 'preact';
import {useMemo, useState} from 'preact/hooks';
import type {Diff} from '../../../admin/states/diff.js';
import {Snippet} from '../parts/buttons.js';
import {Resource, Waiting} from '../parts/resource.js';
import {Empty, Sheet} from '../parts/sheet.js';
import {Method, Status, tones} from '../parts/values.js';
import {account} from '../state/accounts.js';
import {feed} from '../state/exchanges.js';
import type {Request} from '../state/feed.js';
import {findingsOf} from '../state/findings.js';
import {hrefOf} from '../state/route.js';
import {groupsOf, requestsIn, type Suite, type TestRun, titleOf, treeOf} from '../state/tests.js';
import {LevelBadge} from './finding-card.js';
import {recordsIn} from './requests/change-tab.js';
import {quoted} from './requests/filter-box.js';

/** Maximum number of tests and of items per list to render. */
const [maxTests, maxItems] = [1000, 50];

export default function Tests() {
  const rows = feed.value?.rows.value ?? [];
  const {tests, unassigned, outside} = useMemo(() => groupsOf(rows), [rows]);
  return (
    <Sheet title="Tests" about={`The requests of the account ${account.value}, by the test that sent them`}>
      {!feed.value?.isLoaded.value && <Waiting />}
      {feed.value?.isLoaded.value && tests.length === 0 && <NoTests />}
      {tests.length > maxTests && <p class="muted">{tests.length - maxTests} earlier tests are not shown.</p>}
      <Branches suite={treeOf(tests.slice(-maxTests))} />
      {unassigned.size > 0 && (
        <Branch title="Unassigned" requests={[...unassigned.values()].flat()}>
          {() => <Unassigned groups={unassigned} />}
        </Branch>
      )}
      {outside.length > 0 && (
        <Branch title="Outside of tests" requests={outside}>
          {() => <RequestList requests={outside} />}
        </Branch>
      )}
    </Sheet>
  );
}

const lines = `beforeEach(async ({task}) => {
  const mark = await sandbox.mark(task.fullTestName);
  return () => mark.end();
});`;

function NoTests() {
  return (
    <Empty title="No tests yet">
      <p>
        A mark assigns requests to a test. With Vitest, these lines mark each test; the recipes have the same for Jest,
        AVA, node:test and pytest.
      </p>
      <Snippet what="The lines" text={lines} />
    </Empty>
  );
}

interface BranchProps {
  readonly title: string;
  readonly requests: readonly Request[];
  readonly isSuite?: boolean;
  readonly children: () => ComponentChildren;
}

/** A suite, a test or another group of requests. Its content is rendered while it is open. */
function Branch({title, requests, isSuite = false, children}: BranchProps) {
  const [isOpen, setOpen] = useState(isSuite);
  return (
    <details class={isSuite ? 'suite' : 'test'} open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <span>{title}</span>
        <Facts requests={requests} />
      </summary>
      {isOpen && <div class="stack">{children()}</div>}
    </details>
  );
}

function Branches({suite: {suites, tests}}: {readonly suite: Suite}) {
  return (
    <div class="tests">
      {tests.map(run => (
        <Branch key={run.mark} title={titleOf(run)} requests={run.requests}>
          {() => <Test run={run} />}
        </Branch>
      ))}
      {Array.from(suites.values(), inner => (
        <Branch key={inner.name} title={inner.name} requests={requestsIn(inner)} isSuite>
          {() => <Branches suite={inner} />}
        </Branch>
      ))}
    </div>
  );
}

/** The number of requests, their statuses and the worst level of their findings. */
function Facts({requests}: {readonly requests: readonly Request[]}) {
  const statuses = new Map<number, number>();
  for (const {status} of requests) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const found = new Set(requests.flatMap(({findings}) => findings.map(({level}) => level)));
  const worst = (['error', 'warn', 'info'] as const).find(level => found.has(level));
  return (
    <span class="row facts">
      <span class="muted">{requests.length === 1 ? '1 request' : `${requests.length} requests`}</span>
      {Array.from(statuses, ([status, count]) => (
        <span key={status}>
          <Status status={status} />
          {count > 1 && <span class="muted"> ×{count}</span>}
        </span>
      ))}
      {worst !== undefined && <LevelBadge level={worst} />}
    </span>
  );
}

function Test({run: {mark, requests}}: {readonly run: TestRun}) {
  const range = {from: `before:${requests[0]!.seq}`, to: `request:${requests.at(-1)!.seq}`};
  return (
    <>
      {findingsOf(requests).map(({fingerprint, level, rule, operation, message}) => (
        <p key={fingerprint}>
          <LevelBadge level={level} /> <a href={hrefOf(['findings', fingerprint])}>{rule}</a> {operation}: {message}
        </p>
      ))}
      {requests.some(({changed}) => changed) ? (
        <Resource path={`/_sandbox/diff?${new URLSearchParams(range)}`}>
          {(diff: Diff) => <Changes diff={diff} />}
        </Resource>
      ) : (
        <p class="muted">No changes</p>
      )}
      <RequestList requests={requests} />
      <p class="row">
        <a href={hrefOf(['requests'], {q: `mark:${quoted(mark)}`})}>All requests of this test</a>
        <a href={hrefOf(['snapshots'], range)}>Compare the states before and after</a>
      </p>
    </>
  );
}

function Changes({diff}: {readonly diff: Diff}) {
  const records = (['created', 'changed', 'deleted'] as const).flatMap(verb =>
    recordsIn<{readonly id?: unknown}>(diff[verb]).map(([collection, {id}]) => [verb, collection, String(id)] as const),
  );
  return (
    <ul class="plain" aria-label="Changes">
      {records.slice(0, maxItems).map(([verb, collection, id]) => (
        <li key={`${verb} ${collection} ${id}`}>
          <span class={`badge ${tones[verb]}`}>{verb}</span>{' '}
          <a href={hrefOf(['data', collection, id])}>
            {collection} {id}
          </a>
        </li>
      ))}
      {records.length > maxItems && <li class="muted">and more</li>}
    </ul>
  );
}

function RequestList({requests}: {readonly requests: readonly Request[]}) {
  return (
    <ul class="plain" aria-label="Requests">
      {requests.slice(0, maxItems).map(({seq, method, url, status}) => (
        <li key={seq}>
          <a href={hrefOf(['requests', String(seq)])}>#{seq}</a> <Method method={method} /> <Status status={status} />{' '}
          <code>{url}</code>
        </li>
      ))}
      {requests.length > maxItems && <li class="muted">and {requests.length - maxItems} more</li>}
    </ul>
  );
}

function Unassigned({groups}: {readonly groups: ReadonlyMap<string, readonly Request[]>}) {
  return (
    <>
      <p>
        Several marks were active at once, so nobody can tell which test sent these requests. Give each test an account
        of its own. <a href={hrefOf(['requests'], {q: 'unassigned:true'})}>All unassigned requests</a>
      </p>
      {[...groups].slice(0, maxItems).map(([names, requests]) => (
        <section key={names} class="stack">
          <h3>Active at once: {names}</h3>
          <RequestList requests={requests} />
        </section>
      ))}
    </>
  );
}
