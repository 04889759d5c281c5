import type {FullExchange} from '../../../exchanges/exchange.js';
import {fold} from '../../../search/fold.js';
import {fieldsOf} from '../../fields/reply-body.js';
import type {ServedPage} from '../../memory/pages-read.js';
import {get, shown} from '../../rewrite.js';
import {example, type FindingRule, fine, post} from '../../rule.js';
import type {Session} from '../../session.js';
import {termValue} from '../../terms.js';

interface LastSearch {
  term: 'eaddr' | 'name';
  value: string;
  page: ServedPage;
  /** The constituents whose details were read after the search. */
  compared: Set<number>;
}

const remember = (): {search?: LastSearch | undefined} => ({});

/** The constituent that a request concerns, by its path or body. */
function targetOf({operation, params, body}: FullExchange): number | undefined {
  if (operation!.path.startsWith('/api/v1/constituents/{')) {
    return Number(params['constituent_id'] ?? params['id']);
  }
  const id = fieldsOf(body)['constituent_id'];
  return typeof id === 'number' ? id : undefined;
}

/** True if the searched value equals the constituent's name or address; false if it is only a part. */
function isEqual({term, value}: LastSearch, id: number, {before}: FullExchange): boolean {
  const wanted = fold(value);
  const {collections} = before!.records;
  if (term === 'eaddr') {
    const addresses = collections.get('email_addresses').where('item_id' as 'id', id);
    return addresses.toArray().some(row => fold(String(fieldsOf(row)['address'])) === wanted);
  }
  const {sort_name, org_name, addressee, first_name, last_name} = fieldsOf(collections.get('constituents').get(id));
  return [sort_name, org_name, addressee, `${first_name} ${last_name}`].some(name => fold(String(name)) === wanted);
}

function noteSearch(exchange: FullExchange, {step}: Session, memo: ReturnType<typeof remember>): void {
  const eaddr = termValue(exchange, 'eaddr');
  const value = eaddr ?? termValue(exchange, 'name');
  memo.search =
    step === undefined || value === undefined || step.page.facts.items_count === 0
      ? undefined
      : {term: eaddr === undefined ? 'name' : 'eaddr', value, page: step.page, compared: new Set()};
}

export const containsTakenForEqual: FindingRule = {
  id: 'contains-taken-for-equal',
  axis: 'searches',
  isAboutSequences: true,
  level: 'error',
  what: 'A client writes to the first result of a search by `eaddr` or `name`, although that record only contains the text, or the client requested one of several results.',
  why: 'Both terms match substrings: `ann@example.org` finds joann@example.org, and the gift goes to somebody else.',
  turnOff: 'If a person chooses the record from the results.',
  bad: example(
    '/api/v1/constituents/search?q[]=eaddr=braun401@example.org&expand=email_addresses',
    post('/api/v1/constituents/959401/email_addresses', {address: 'jude@example.org'}),
  ),
  good: example(
    '/api/v1/constituents/search?q[]=eaddr=jude.braun401@example.org&expand=email_addresses',
    post('/api/v1/constituents/959401/email_addresses', {address: 'jude@example.org'}),
  ),
  falseAlarms: [
    {
      what: 'The client only reads the record.',
      example: example('/api/v1/constituents/search?q[]=eaddr=braun401@example.org', '/api/v1/constituents/959401'),
    },
    {
      what: 'The client reads the record before it writes to it: it could compare them.',
      example: example(
        '/api/v1/constituents/search?q[]=eaddr=braun401@example.org&limit=1',
        '/api/v1/constituents/959401',
        '/api/v1/payment_types',
        post('/api/v1/constituents/959401/email_addresses', {address: 'jude@example.org'}),
      ),
    },
    {
      what: 'A person chose the record from the results.',
      undecided: 'The requests do not show who chose.',
    },
  ],
  reads: operation =>
    operation !== undefined &&
    (operation.id === 'searchConstituents' ||
      operation.method !== 'GET' ||
      operation.path.startsWith('/api/v1/constituents/{')),
  inspect: (exchange, session) => {
    const memo = session.memory(remember);
    const {status} = exchange;
    const operation = exchange.operation!;
    if (operation.id === 'searchConstituents') {
      noteSearch(exchange, session, memo);
      return undefined;
    }
    const {search} = memo;
    const target = targetOf(exchange);
    if (search === undefined || target === undefined || status !== 200) {
      return undefined;
    }
    if (operation.method === 'GET') {
      if (search.page.ids()?.has(target) === true) {
        search.compared.add(target);
      }
      return undefined;
    }
    const [first] = search.page.ids() ?? [];
    memo.search = undefined;
    const {total_items, limit} = search.page.facts;
    const equal = isEqual(search, target, exchange);
    const compared = equal && String(search.page.query['expand'] ?? '').includes('email_addresses');
    if (first !== target || search.compared.has(target) || (equal && (limit > 1 || total_items === 1 || compared))) {
      return fine;
    }
    const {term, value} = search;
    const path = '/api/v1/constituents/search';
    const compare = term === 'eaddr' ? 'email_addresses[].address' : 'first_name and last_name';
    return {
      where: `q[] ${term}`,
      got: shown(value),
      message: `constituent ${target} was only the first of ${total_items} that contain "${shown(value)}"`,
      fix: `${term} means "contains": compare ${compare} of the results before you use one.`,
      request: () =>
        get(path, [
          ['q[]', `${term}=${value}`],
          ['expand', 'email_addresses'],
        ]),
    };
  },
};
