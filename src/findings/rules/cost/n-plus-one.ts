import type {Operation} from '../../../operations/operation.js';
import type {ServedPage} from '../../memory/pages-read.js';
import {get, plural} from '../../rewrite.js';
import {example, type FindingRule} from '../../rule.js';
import type {Session} from '../../session.js';
import {kindOfPath} from '../../terms.js';
import {defaultLimit, proposed, searchOf} from '../searches/corrected-read.js';

/** Reading fewer details than this is normal. */
const few = 5;

/** Maximum number of lists reported per session. */
const maxLists = 50;

/** Maximum number of ids in a proposed search, which fit into one page. */
const maxIds = 500;

/** Ten or more details of the constituents of gifts are a pattern: several gifts have the same one. */
const fewConstituents = 10;

const names = 'first_name,last_name,org_name';

/** The details read for the items of one page, or for the constituents of the gifts of all pages. */
interface Details {
  readonly page: ServedPage;
  readonly detail: Operation;
  readonly ids: Set<number>;
}

const remember = (): Details[] => [];

const isOfGifts = ({page, detail}: Pick<Details, 'page' | 'detail'>): boolean =>
  kindOfPath(page.operation) === 'gifts' && kindOfPath(detail) === 'constituents';

const lacksNames = ({query}: ServedPage): boolean => !String(query['expand'] ?? '').includes('_name');

const isDetail = (operation: Operation | undefined) =>
  operation?.method === 'GET' && operation.path.endsWith('/{id}') && operation.path.split('/').length === 5;

/** True if a list has all fields of the detail without `expand`. */
const isWhole = (list: Operation, detail: Operation): boolean =>
  'schema' in list.reply &&
  'schema' in detail.reply &&
  Object.keys(list.reply.schema.shape).length - (list.search?.expansions.length ?? 0) >=
    Object.keys(detail.reply.schema.shape).length;

/** The list or search that replaces reading the details; undefined if there is none. */
function betterRead(details: Details, session: Session) {
  const {page, detail, ids} = details;
  const list = page.operation;
  const expansions = searchOf(page, session)?.search?.expansions ?? [];
  if (isOfGifts(details)) {
    return {
      nearest: `expand=${names}`,
      message: `${plural(ids.size, 'constituent')} of gifts were read one by one; expand=${names} adds their names to the search`,
      fix: `Send expand=${names} to ${list.path}.`,
      ...proposed(page, session, {expand: names}),
    };
  }
  if (isWhole(list, detail)) {
    return {
      message: `${plural(ids.size + 1, 'request')} were sent instead of 1: the list has all fields of the ${plural(ids.size, 'detail')}`,
      fix: 'Read the items of the list: their details have no other fields.',
      ...proposed(page, session),
    };
  }
  if (list.id === 'listGiftsOfConstituent') {
    const term = `gift_ids=${[...ids].slice(0, maxIds).join(',')}`;
    const limit = ids.size > defaultLimit ? [['limit', String(maxIds)] as const] : [];
    return {
      nearest: 'q[]=gift_ids=',
      message: `a search for gift_ids would have replaced ${ids.size + 1} requests with 2`,
      fix: 'Search for the gifts by their ids: GET /api/v1/gifts/search?q[]=gift_ids=.',
      request: () => get('/api/v1/gifts/search', [['q[]', term], ...limit]),
    };
  }
  return expansions.length === 0
    ? undefined
    : {
        nearest: `expand=${expansions.slice(0, 3).join(',')}`,
        message: `expand would have replaced ${ids.size + 1} requests with 1`,
        fix: `Send expand for the details that you need: ${expansions.join(', ')}.`,
        ...proposed(page, session, {expand: expansions.join(',')}),
      };
}

export const nPlusOne: FindingRule = {
  id: 'n-plus-one',
  axis: 'cost',
  level: 'warn',
  what: 'A client reads the details of five or more records of one list, or of ten or more constituents of gifts.',
  why: 'A list of 25 costs 26 requests, and the service allows 300 in five minutes.',
  turnOff: 'If the client needs details that no list and no `expand` has.',
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
    const kind = kindOfPath(exchange.operation!);
    const {latest} = session.pages;
    const own = latest.findLast(({operation, facts}) => kindOfPath(operation) === kind && facts.items_count >= few);
    const isOfPage = (one: ServedPage) =>
      one.operation.id === 'searchGifts' && lacksNames(one) && one.ids('constituent_id')?.has(id);
    const ofGifts = kind === 'constituents' ? latest.findLast(isOfPage) : undefined;
    const page = own?.ids()?.has(id) === true ? own : ofGifts;
    if (page === undefined) {
      return undefined;
    }
    const found = {page, detail: exchange.operation!};
    const details = session.memory(remember);
    const known = details.find(one => isOfGifts(one) === isOfGifts(found) && (isOfGifts(one) || one.page === page));
    if (known !== undefined) {
      known.ids.add(id);
    } else if (details.length < maxLists) {
      details.push({...found, ids: new Set([id])});
    }
    return undefined;
  },
  atEnd: session => {
    const details = session.memory(remember);
    const many = details.filter(one => one.ids.size >= (isOfGifts(one) ? fewConstituents : few));
    return details.length === 0
      ? undefined
      : many.flatMap(one => {
          const better = betterRead(one, session);
          return better === undefined ? [] : {where: 'expand', at: one.page.at, ...better};
        });
  },
};
