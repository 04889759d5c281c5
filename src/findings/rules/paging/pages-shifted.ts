import {Account} from '../../../accounts/account.js';
import type {AccountState} from '../../../accounts/account-state.js';
import type {FullExchange} from '../../../exchanges/exchange.js';
import {preview} from '../../../operations/execute.js';
import type {ServedPage} from '../../memory/pages-read.js';
import {plural} from '../../rewrite.js';
import {example, type FindingRule, fine, patch} from '../../rule.js';
import type {Session} from '../../session.js';
import {hasTerm, kindOfPath} from '../../terms.js';
import {proposed} from '../searches/corrected-read.js';

/** The records of one kind when a page was served. They are immutable, so a different object means a write. */
interface ServedOf {
  readonly page: ServedPage;
  readonly version: object | undefined;
  readonly nextId: number;
}

const remember = (): {last?: ServedOf} => ({});

const versionOf = ({records}: AccountState, kind: string) => records.collections.get(kind).version;

/** The ids now at the position of a served page. */
function idsNow({query, facts, params, operation}: ServedPage, exchange: FullExchange, session: Session) {
  const {before} = exchange;
  const account = new Account('as it is', session.catalog.schema, before!, before!, undefined, session.settings);
  const paged = {...query, limit: String(facts.limit), offset: String(facts.offset)};
  const context = {account, settings: session.settings, address: () => ''};
  const page = JSON.parse(preview(operation, {path: params, query: paged}, context)) as {items: Array<{id: number}>};
  return page.items.map(({id}) => id);
}

export const pagesShifted: FindingRule = {
  id: 'pages-shifted',
  axis: 'paging',
  level: 'error',
  what: 'Records changed between two pages of one query, so that the client received one of them twice or never.',
  why: 'A record that moves to a page that was already read is never seen. One that moves to a later page is seen and counted twice.',
  turnOff: 'If that does not matter, for example if the client repeats the search all the time.',
  bad: example(
    '/api/v1/constituents?limit=40',
    patch('/api/v1/constituents/959408', {last_name: 'Abbot'}),
    '/api/v1/constituents?limit=40&offset=40',
  ),
  good: example(
    '/api/v1/constituents/search?q[]=updated_from=2015-01-01&sort=date_created&expand=groups&limit=40',
    patch('/api/v1/constituents/959408', {last_name: 'Abbot'}),
    '/api/v1/constituents/search?q[]=updated_from=2015-01-01&sort=date_created&expand=groups&limit=40&offset=40',
  ),
  reads: operation => operation?.reply.kind === 'page',
  inspect: (exchange, session) => {
    const {step} = session;
    const {before} = exchange;
    const kind = kindOfPath(exchange.operation!);
    if (step === undefined || before?.records.collections.has(kind) !== true) {
      return undefined;
    }
    const memo = session.memory(remember);
    const {last} = memo;
    const version = versionOf(before, kind);
    memo.last = {page: step.page, version, nextId: before.records.nextIds.get(kind)};
    if (last === undefined || last.page !== step.previous || step.page.facts.offset <= last.page.facts.offset) {
      return undefined;
    }
    if (last.version === version) {
      return fine; // fast path for most pages: their content is not compared
    }
    const served = last.page.ids();
    const ids = step.page.ids();
    if (served === undefined || ids === undefined) {
      return fine;
    }
    const twice = [...ids].filter(id => served.has(id));
    const never = idsNow(last.page, exchange, session).filter(
      id => !served.has(id) && !ids.has(id) && id < last.nextId,
    );
    if (twice.length + never.length === 0) {
      return fine;
    }
    const parts = [
      ...(twice.length > 0 ? [`${plural(twice.length, 'record')} served twice (${twice.slice(0, 3).join(', ')})`] : []),
      ...(never.length > 0 ? [`${plural(never.length, 'record')} never served (${never.slice(0, 3).join(', ')})`] : []),
    ];
    return [mistakeOf(exchange, parts.join(', '), session)];
  },
};

function mistakeOf(exchange: FullExchange, text: string, session: Session) {
  const operation = exchange.operation!;
  const isFreezable = hasTerm(operation, 'created_to');
  const isSortable = operation.search?.sorts.includes('date_created') === true;
  const search = operation.path === '/api/v1/constituents' ? '/api/v1/constituents/search' : operation.path;
  const canSort = isSortable || search !== operation.path;
  return {
    where: 'offset',
    message: `the records changed between two pages: ${text}`,
    fix: `${canSort ? 'Sort by date_created' : 'Write after all pages are read'}${isFreezable ? ', or limit the search with created_to' : ''}.`,
    ...(canSort && proposed(exchange, session, {sort: 'date_created', offset: undefined})),
  };
}
