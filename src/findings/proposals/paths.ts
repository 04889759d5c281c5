import {listenerIn} from '../../accounts/submissions.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import {type Aliases, meantBy} from '../../operations/aliases.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import {matcherOf} from '../../operations/match.js';
import {nearestPath} from '../../operations/nearest-path.js';
import {pathOf, shown} from '../rewrite.js';
import type {Mistake} from '../rule.js';

/** The intended meaning of a path that no operation has. */
interface MeantPath {
  readonly rule: 'wrong-base-path' | 'nested-path-of-a-sub-record' | 'no-such-resource';
  /** The probably intended paths, the most likely first; with `{id}` for a missing id. */
  readonly near: readonly string[];
  /** The path of the request to send, with an optional query. */
  readonly request?: string;
}

const base = '/api/v1';

/** The kinds of records, and the words that clients use for them in paths. */
const kinds: Aliases = {
  constituents: ['constituent', 'donor', 'person', 'people', 'supporter', 'individual', 'organization', 'contact'],
  gifts: ['payment', 'donation', 'contribution', 'transaction'],
  contact_reports: ['contact', 'interaction', 'activity', 'activities', 'call'],
  group_memberships: ['group', 'member', 'constituent_group'],
  constituent_relationships: ['relationship'],
  email_addresses: ['email', 'email_address'],
  phone_numbers: ['phone', 'phone_number', 'number'],
  street_addresses: ['address', 'addresses', 'street_address'],
  web_addresses: ['website', 'url', 'web_address'],
  mailing_templates: ['acknowledgment_template', 'template', 'letter'],
  volunteer_times: ['volunteer', 'volunteer_hour', 'volunteering'],
  appeal_requests: ['request', 'ask'],
  attributes: ['custom_attribute', 'custom_attr'],
  categories: ['custom_field'],
};

const singular = (word: string): string => word.toLowerCase().replaceAll('-', '_').replace(/s$/, '');

/** The kinds that a path segment can mean. */
const kindsOf = (step: string): readonly string[] => [
  ...new Set([...meantBy(step.toLowerCase(), kinds), ...meantBy(singular(step), kinds), `${singular(step)}s`, step]),
];

/** True if an operation has this path, for any method. */
const isPath = (path: string, {operations}: Catalog): boolean =>
  matcherOf(operations, {asService: true})('GET', path).kind !== 'none';

/** Words without a corresponding resource. */
const notOffered = new Set(['goals', 'metadata', 'keywords']);

/** Characters. No operation has a longer path. */
const longestPath = 500;

const isId = (step: string | undefined) => step !== undefined && /^\d+$/.test(step);

function isIdOfNothing(path: string): boolean {
  const [owner, id] = path.split('/').slice(-2);
  return isId(id) && (owner === 'search' || owner === 'undefined');
}

/** The segments after the base, in any spelling of the base. */
function stepsOf(path: string): string[] {
  const steps = path.split('/').filter(step => step !== '');
  const first = steps.findIndex(step => !/^(?:api|rest|v\d+|api\.json)$/.test(step));
  const rest = first === -1 ? [] : steps.slice(first);
  return [(rest[0] ?? '').replace(/^v\d+(?=[a-z])/, ''), ...rest.slice(1)];
}

/** Paths that browsers request automatically. */
const ofBrowsers = /^\/(?:favicon|apple-touch-icon|robots\.txt|sitemap|\.well-known)/;

/** The intended path of a request without an operation; undefined if unknown. */
export function meantPath(exchange: FullExchange, catalog: Catalog): MeantPath | undefined {
  const path = pathOf(exchange);
  if (path.length > longestPath || ofBrowsers.test(path) || listenerIn(path) !== undefined || isPath(path, catalog)) {
    return undefined;
  }
  const steps = stepsOf(path);
  const behind = path.startsWith(`${base}/`) ? path.slice(base.length).split('/') : [];
  const isBased = behind.filter(step => step !== '').length === steps.length;
  const exact = `${base}/${steps.join('/')}`;
  if (isPath(exact, catalog)) {
    return {rule: isBased ? 'no-such-resource' : 'wrong-base-path', near: [exact], request: exact};
  }
  const nested = steps.length === 4 && steps[0] === 'constituents' && isId(steps[1]) && isId(steps[3]);
  const near = nearOf(steps, exchange.method, catalog);
  const request = near.find(one => !one.includes('{'));
  const rule = isBased
    ? nested && near.length > 0
      ? 'nested-path-of-a-sub-record'
      : 'no-such-resource'
    : 'wrong-base-path';
  return {rule, near, ...(request !== undefined && {request})};
}

/** The paths that segments can mean, by the words that clients use for kinds of records. */
function nearOf(steps: readonly string[], method: string, catalog: Catalog): readonly string[] {
  const [first = '', id, kind = '', own] = steps;
  const templates = catalog.operations.map(({path}) => path);
  const match = matcherOf(catalog.operations, {asService: true});
  const offered = (path: string) => match(method, path.replaceAll('{id}', '1')).kind === 'operation';
  const under = (of: string) => `${base}/constituents/{id}/${of}`;
  if (notOffered.has(first) && id === undefined) {
    return [];
  }
  if (/^groups?$/.test(first) && isId(id) && kind !== '') {
    const members = `${base}/constituents/search?q[]=groups=${id}`;
    return method === 'GET' ? [under('group_memberships'), members] : [under('group_memberships')];
  }
  const candidates = kindsOf(first).flatMap(of => {
    const whole = [of, ...steps.slice(1)].join('/');
    const sub = kindsOf(kind).flatMap(one => [
      ...(isId(own) ? [`${base}/${one}/${own}`] : []),
      `${base}/${of}/${id}/${one}`,
    ]);
    const list = method === 'GET' ? [`${base}/${of}/search`, under(of)] : [under(of)];
    return [`${base}/${whole}`, ...(kind === '' ? [] : sub), ...(id === undefined ? list : [])];
  });
  const exact = candidates.filter(path => offered(path) && !isIdOfNothing(path));
  const found = [...new Set(exact)].slice(0, 2);
  if (found.length > 0) {
    return found;
  }
  const near = nearestPath(`${base}/${steps.join('/')}`, templates, base);
  return near === undefined ? [] : [near];
}

/** The mistake of a request to an unknown path, if it belongs to this rule. */
export function pathMistake(rule: MeantPath['rule'], exchange: FullExchange, catalog: Catalog): Mistake | undefined {
  const meant = [401, 404].includes(exchange.status) ? meantPath(exchange, catalog) : undefined;
  if (meant?.rule !== rule || (exchange.status === 401 && meant.near.length === 0)) {
    return undefined;
  }
  const near = meant.near.map(shown).join(' or ');
  const reason =
    rule === 'wrong-base-path' ? 'every path begins with /api/v1/ and a resource' : 'there is no such resource';
  return {
    where: '',
    got: shown(pathOf(exchange)),
    ...(near !== '' && {nearest: near}),
    message: `${reason}${near === '' ? '' : `; did you mean ${exchange.method} ${near}?`}`,
    fix: near === '' ? 'Leave it out: nothing of the kind is offered. /docs lists what is.' : `Send it to ${near}.`,
  };
}
