import type {ShownKind} from '../../../../admin/kinds.js';
import type {AccountStatus} from '../../../../admin/status.js';
import {asOf} from '../../parts/as-of.js';
import {useResource, View} from '../../parts/resource.js';
import {Empty} from '../../parts/sheet.js';
import {account} from '../../state/accounts.js';
import {changes} from '../../state/exchanges.js';
import {hrefOf, path, query} from '../../state/route.js';
import {titleOf, useKinds} from './kinds.js';
import {RecordView} from './record.js';
import {Records} from './records.js';

export default function Data() {
  return <View of={useKinds()}>{({kinds}) => <Kinds kinds={kinds} />}</View>;
}

function Kinds({kinds}: {readonly kinds: readonly ShownKind[]}) {
  const counts = useResource<AccountStatus>('/_sandbox', {reloadOn: changes}).value?.counts ?? {};
  const [, name = 'constituents', id] = path.value;
  const kind = kinds.find(each => each.name === name);
  return (
    <div class="data">
      <Menu kinds={kinds} current={name} counts={counts} />
      <section class="panel" aria-label={titleOf(name)}>
        {kind === undefined ? (
          <Empty title={`There is no record kind ${name}`} />
        ) : id === undefined ? (
          <Records
            key={`${account.value} ${name} ${query.value.get('under')}`}
            kind={kind}
            stored={asOf.value === undefined ? counts[name] : undefined}
          />
        ) : (
          <RecordView key={`${name} ${id}`} kind={kind} id={id} kinds={kinds} />
        )}
      </section>
    </div>
  );
}

const isLookup = ({tag}: ShownKind) => tag === 'Lookup lists';

interface MenuProps {
  readonly kinds: readonly ShownKind[];
  readonly current: string;
  readonly counts: Readonly<Record<string, number>>;
}

function Menu({kinds, current, counts}: MenuProps) {
  const shown = kinds.filter(({list, under}) => list !== null || under.length > 0);
  const groups = [
    ['Records', shown.filter(kind => kind.list !== null && !isLookup(kind)).sort(byCount(counts))],
    ['Related records', shown.filter(kind => kind.list === null)],
    ['Lookup lists', shown.filter(kind => kind.list !== null && isLookup(kind))],
  ] as const;
  return (
    <nav class="kinds" aria-label="Kinds of record">
      {groups.map(([title, list]) => (
        <>
          <h2>{title}</h2>
          {list.map(({name}) => (
            <a key={name} href={hrefOf(['data', name])} aria-current={name === current ? 'page' : undefined}>
              {titleOf(name)}
              {asOf.value === undefined && <span class="muted">{counts[name]}</span>}
            </a>
          ))}
        </>
      ))}
    </nav>
  );
}

const byCount = (counts: Readonly<Record<string, number>>) => (a: ShownKind, b: ShownKind) =>
  Number(b.name === 'constituents') - Number(a.name === 'constituents') ||
  (counts[b.name] ?? 0) - (counts[a.name] ?? 0);
