import {Empty} from '../../parts/empty.js';
import {Waiting} from '../../parts/waiting.js';
import {hrefOf, path} from '../../state/route.js';
import {asOf} from '../../timeline/as-of.js';
import {type Kind, titleOf, useCounts, useKinds} from './kinds.js';
import {RecordView} from './record.js';
import {Records} from './records.js';

export function Data() {
  return <Waiting of={useKinds()}>{kinds => <Kinds kinds={kinds} />}</Waiting>;
}

function Kinds({kinds}: {readonly kinds: readonly Kind[]}) {
  const [, name = 'constituents', id] = path.value;
  const kind = kinds.find(each => each.name === name);
  return (
    <div class="data">
      <Menu kinds={kinds} current={name} />
      <section class="data-main" aria-label={titleOf(name)}>
        {kind === undefined ? (
          <Empty title={`There is no kind ${name}`} />
        ) : id === undefined ? (
          <Records key={name} kind={kind} />
        ) : (
          <RecordView key={`${name} ${id}`} kind={kind} id={id} kinds={kinds} />
        )}
      </section>
    </div>
  );
}

interface MenuProps {
  readonly kinds: readonly Kind[];
  readonly current: string;
}

const isLookup = ({tag}: Kind) => tag === 'Lookup lists';

function Menu({kinds, current}: MenuProps) {
  const counts = useCounts();
  const shown = kinds.filter(({list, under}) => list !== null || under.length > 0);
  const groups = [
    ['Records', shown.filter(kind => kind.list !== null && !isLookup(kind)).sort(byCount(counts))],
    ['Parts of others', shown.filter(kind => kind.list === null)],
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

const byCount = (counts: Readonly<Record<string, number>>) => (a: Kind, b: Kind) =>
  Number(b.name === 'constituents') - Number(a.name === 'constituents') ||
  (counts[b.name] ?? 0) - (counts[a.name] ?? 0);
