import type {Operation} from '../../../operations/operation.js';
import type {ServedPage} from '../../memory/pages-read.js';
import {get, parametersOf, plural} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';
import {kindOfList, searchBeside} from '../../terms.js';

/** Any client may read fewer details than this. */
const few = 5;

/** Maximum number of lists reported per session. */
const most = 50;

/** The details read for the items of one page. */
interface Details {
  readonly page: ServedPage;
  readonly ids: Set<number>;
}

const remember = (): Details[] => [];

const isDetail = (operation: Operation | undefined) =>
  operation?.method === 'GET' && operation.path.endsWith('/{id}') && operation.path.split('/').length === 5;

/** True if a list has all fields of the detail. */
const isWhole = (list: Operation, detail: Operation | undefined): boolean =>
  detail !== undefined &&
  'schema' in list.reply &&
  'schema' in detail.reply &&
  Object.keys(list.reply.schema.shape).length >= Object.keys(detail.reply.schema.shape).length;

function mistakeOf({page, ids}: Details, session: Session): Mistake | undefined {
  const {operations} = session.catalog;
  const list = page.operation;
  const detail = operations.find(({path}) => path === `/api/v1/${kindOfList(list)}/{id}`);
  const search = searchBeside(list, operations) ?? list;
  const expansions = search.search?.expansions ?? [];
  const calls = plural(ids.size + 1, 'call');
  const common = {where: 'expand', at: page.at};
  if (isWhole(list, detail)) {
    return {
      ...common,
      message: `${calls} were made for what one list holds: its items are as whole as the ${plural(ids.size, 'detail')}`,
      fix: 'Read the items of the list: their details hold no more.',
      request: () => get(page.at.url.split('?', 1)[0]!, parametersOf(page)),
    };
  }
  if (expansions.length === 0 || detail === undefined) {
    return undefined;
  }
  const parameters = parametersOf(page).filter(([name]) => name !== 'expand');
  return {
    ...common,
    nearest: `expand=${expansions.slice(0, 3).join(',')}`,
    message: `expand would have made 1 call of ${ids.size + 1}`,
    fix: `Ask ${search.path} with expand for what the details were read for: ${expansions.join(', ')}.`,
    request: () => get(search.path, [...parameters, ['expand', expansions.join(',')]]),
  };
}

export const nPlusOne: FindingRule = {
  id: 'n-plus-one',
  axis: 'cost',
  level: 'warn',
  what: 'Five or more details are read of ids that one list held.',
  why: 'A list of 25 costs 26 calls, of which the service allows 300 in five minutes.',
  turnOff: 'Where the details are read for something that no list and no expand has.',
  bad: example(
    '/api/v1/constituents/search?q[]=city=Atlanta&limit=10',
    '/api/v1/constituents?limit=10',
    ...[959435, 959425, 959424, 959434, 959400].map(id => `/api/v1/constituents/${id}`),
  ),
  good: example(
    '/api/v1/constituents/search?q[]=name=Braun&limit=10&expand=email_addresses,groups',
    '/api/v1/constituents/959400',
  ),
  only: 'accepted',
  reads: isDetail,
  inspect: (exchange, session) => {
    const id = Number(exchange.params['id']);
    const kind = kindOfList(exchange.operation!);
    const page = session.pages.latest.findLast(
      ({operation, facts}) => kindOfList(operation) === kind && facts.items_count >= few,
    );
    if (page?.ids()?.has(id) !== true) {
      return undefined;
    }
    const details = session.memory(remember);
    const known = details.find(one => one.page === page);
    if (known !== undefined) {
      known.ids.add(id);
    } else if (details.length < most) {
      details.push({page, ids: new Set([id])});
    }
    return undefined;
  },
  atEnd: session => {
    const details = session.memory(remember);
    return details.length === 0
      ? undefined
      : details.filter(({ids}) => ids.size >= few).flatMap(one => mistakeOf(one, session) ?? []);
  },
};
