import {listenerIn} from '../../accounts/submissions.js';
import type {FullExchange} from '../../exchanges/exchange.js';
import {type Aliases, meantBy} from '../../operations/aliases.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import {matcherOf} from '../../operations/match.js';
import {nearestPath} from '../../operations/nearest-path.js';
import {pathsOf} from '../../operations/operation.js';
import {idIn} from '../../schema/fields.js';
import {parsedJson} from '../../schema/formats.js';
import {fieldsOf} from '../fields/reply-body.js';
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
  categories: ['custom_field', 'keywords'],
  keywords: ['categories'],
  'constituents/search': ['search'],
  'gifts/search': ['search'],
};

const singular = (word: string): string => word.toLowerCase().replaceAll('-', '_').replace(/s$/, '');

/** The kinds that a path segment can mean. */
const kindsOf = (step: string): readonly string[] => [
  ...new Set([`${singular(step)}s`, step, ...meantBy(step.toLowerCase(), kinds), ...meantBy(singular(step), kinds)]),
];

/** Words without a corresponding resource. */
const notOffered = new Set(['goals', 'metadata', 'keywords']);

/** Characters. No operation has a longer path. */
const longestPath = 500;

const isId = (step: string | undefined) => step !== undefined && /^\d+$/.test(step);

/** True if an operation has this method and path. Words such as `search` are not ids. */
function isOffered(method: string, path: string, {operations}: Catalog): boolean {
  const found = matcherOf(operations, {asService: true})(method, path.replaceAll('{id}', '1'));
  const isOne = (value: string) => isId(value) || found.kind !== 'operation' || found.operation.types?.includes(value);
  return found.kind === 'operation' && Object.values(found.params).every(isOne);
}

/** The constituent in the body, which nothing else parses if the request has no operation. */
function constituentIn({rawBody = ''}: FullExchange): number | undefined {
  return rawBody.length > 65_536 ? undefined : idIn(fieldsOf(parsedJson(rawBody))['constituent_id']);
}

/** The segments after the base, in any spelling of the base. */
function stepsOf(path: string): string[] {
  const steps = path.split('/').filter(step => step !== '');
  const first = steps.findIndex(step => !/^(?:api|rest|v\d+(?:\.\d+)?|api\.json)$/i.test(step));
  const rest = first === -1 ? [] : steps.slice(first);
  return [(rest[0] ?? '').replace(/^v\d+(?=[a-z])/, ''), ...rest.slice(1)];
}

/** Paths that browsers request automatically. */
const ofBrowsers = /^\/(?:favicon|apple-touch-icon|robots\.txt|sitemap|\.well-known)/;

/** The intended path of a request without an operation; undefined if unknown. */
export function meantPath(exchange: FullExchange, catalog: Catalog): MeantPath | undefined {
  const path = pathOf(exchange);
  if (path.length > longestPath || ofBrowsers.test(path) || listenerIn(path) !== undefined) {
    return undefined;
  }
  const isKnown = matcherOf(catalog.operations, {asService: true})('GET', path).kind !== 'none';
  if (isKnown || exchange.method === 'OPTIONS') {
    return undefined;
  }
  const steps = stepsOf(path);
  const behind = path.startsWith(`${base}/`) ? path.slice(base.length).split('/') : [];
  const isBased = behind.filter(step => step !== '').length === steps.length;
  const exact = `${base}/${steps.join('/')}`;
  if (isOffered(exchange.method, exact, catalog)) {
    return {rule: isBased ? 'no-such-resource' : 'wrong-base-path', near: [exact], request: exact};
  }
  const nested = steps.length === 4 && steps[0] === 'constituents' && isId(steps[1]) && isId(steps[3]);
  const near = nearPaths(exchange, catalog);
  const request = near.find(one => !one.includes('{'));
  const rule = isBased
    ? nested && near.length > 0
      ? 'nested-path-of-a-sub-record'
      : 'no-such-resource'
    : 'wrong-base-path';
  return {rule, near, ...(request !== undefined && {request})};
}

/** The paths that a path can mean, by the words that clients use for kinds of records. */
export function nearPaths(exchange: FullExchange, catalog: Catalog): readonly string[] {
  const {method} = exchange;
  const steps = stepsOf(pathOf(exchange));
  const [first = '', id, kind = '', own] = steps;
  const constituent = constituentIn(exchange) ?? '{id}';
  const under = (of: string) => `${base}/constituents/${constituent}/${of}`;
  if (notOffered.has(first) && id === undefined) {
    return [];
  }
  if (/^groups?$/.test(first) && isId(id) && kind !== '') {
    return [under('group_memberships'), ...(method === 'GET' ? [`${base}/constituents/search?q[]=groups=${id}`] : [])];
  }
  const candidates = kindsOf(first).flatMap(of => {
    const whole = [of, ...steps.slice(1)].join('/');
    const sub = kindsOf(kind).flatMap(one => [
      ...(isId(own) ? [`${base}/${one}/${own}`] : []),
      `${base}/${of}/${id}/${one}`,
    ]);
    const list = [`${base}/${of}/search`, `${base}/types/${of}`, under(of)];
    const ofNobody = of === 'constituents' && id !== undefined && kind === '' ? kindsOf(id).map(under) : [];
    return [`${base}/${whole}`, ...(kind === '' ? ofNobody : sub), ...(id === undefined ? list : [])];
  });
  const found = [...new Set(candidates)].filter(path => isOffered(method, path, catalog)).slice(0, 2);
  if (found.length > 0) {
    return found;
  }
  const match = matcherOf(catalog.operations, {asService: true});
  const templates = catalog.operations.flatMap(pathsOf).filter(path => match(method, path).kind === 'operation');
  const near = nearestPath(`${base}/${steps.join('/')}`, templates, base);
  // A longer path would be of an arbitrary kind.
  return near !== undefined && (near.endsWith('}') || near.split('/').length === steps.length + 3) ? [near] : [];
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
    fix: near === '' ? 'Leave it out, or send it to a path that /docs lists.' : `Send it to ${near}.`,
  };
}
