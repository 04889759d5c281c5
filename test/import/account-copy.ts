import {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {ApiError} from '../../src/errors.js';
import type {Operation} from '../../src/operations/operation.js';
import {catalog, operations, schema} from '../../src/resources/index.js';
import {Issues} from '../../src/schema/issues.js';
import {parseQuery} from '../../src/schema/query.js';
import {settingsOf} from '../../src/settings.js';
import {finish, isChunked} from '../../src/store/chunked.js';
import {type Records, recordsFrom} from '../../src/store/records.js';

// biome-ignore lint/suspicious/noExplicitAny: tests read responses without declaring their shape
export type Reply = any;

export const open = (records: Records = recordsFrom(schema)) =>
  new Account('test', schema, {records, clock: frozenClock(Date.UTC(2026, 0, 1))});

const operationOf = (id: string): Operation => operations.find(operation => operation.id === id)!;

/** Executes a read operation and returns its response as JSON. */
export function call(account: Account, id: string, input: {params?: object; textParams?: object; query?: object} = {}) {
  const operation = operationOf(id);
  const {params = {}, textParams = {}, query = {}} = input;
  const result = operation.handle(
    {
      params: params as Record<string, number>,
      textParams: textParams as Record<string, string>,
      query:
        operation.query === undefined ? {} : parseQuery(operation.query, {limit: '1000000', ...query}, Issues.none()),
      body: {},
      issues: Issues.none(),
      settings: settingsOf(),
    },
    account.begin(),
  );
  const response = isChunked(result) ? finish(result) : result;
  return JSON.parse(JSON.stringify(response)) as Reply;
}

/** Executes a write operation with a body. */
export const send = (
  account: Account,
  id: string,
  params: Record<string, number>,
  body: object,
  query: object = {},
): Promise<Reply> =>
  account.write(transaction =>
    operationOf(id).handle(
      {params, textParams: {}, query, body, issues: Issues.none(), settings: settingsOf()},
      transaction,
    ),
  );

/** Collections whose name differs from the name in paths. */
const collectionsByPath: Readonly<Record<string, string>> = {constituent_relationships: 'relationships'};

export const idsOf = (account: Account, name: string) =>
  Array.from(account.records.collections.get(collectionsByPath[name] ?? name)!.values(), ({id}) => id);

/** Executes a read operation and returns its response, or the status of an error. */
function responseOf(account: Account, id: string, input: Parameters<typeof call>[2]): Reply {
  try {
    return call(account, id, input);
  } catch (error) {
    if (error instanceof ApiError) {
      return error.status;
    }
    throw error;
  }
}

const plural = (parameter: string) => parameter.replace(/_id$/, '').replace(/y$/, 'ie').concat('s');

/** Returns the inputs for an operation: each id or word of its path, or each choice of its query. */
function inputsOf(account: Account, {id, path}: Operation): ReadonlyArray<NonNullable<Parameters<typeof call>[2]>> {
  const [parameter] = /(?<=\{)\w+(?=\})/.exec(path) ?? [];
  if (parameter === 'type') {
    return call(account, 'listTypes').items.map(({key}: Reply) => ({textParams: {type: key}}));
  }
  if (parameter !== undefined) {
    const collection = parameter === 'id' ? path.split('/')[3]! : plural(parameter);
    return idsOf(account, collection).map(one => ({params: {[parameter]: one}}));
  }
  return choices[id] ?? [{}];
}

const query = (field: string, values: string) => values.split(' ').map(value => ({query: {[field]: value}}));

const choices: Readonly<Record<string, ReadonlyArray<{query: object}>>> = {
  listCategories: query('item_type', 'Constituent Gift VolunteerTime'),
  searchConstituents: query(
    'sort',
    'name external_id svc_id lgl_id date_created date_updated membership_level membership_end_date_from',
  ),
};

/** Returns the responses of every GET operation, by operation and input. */
export function everyReply(account: Account): Map<string, Reply> {
  const reads = operations.filter(({method}) => method === 'GET');
  return new Map(
    reads.flatMap(operation =>
      inputsOf(account, operation).map(
        input => [`${operation.id} ${JSON.stringify(input)}`, responseOf(account, operation.id, input)] as const,
      ),
    ),
  );
}

/** Returns the gifts that no list contains, which can only be read by id. */
const hiddenGifts = (account: Account): Reply[] =>
  Array.from(account.records.collections.get('gifts')!.unlisted().toArray(), ({id}) =>
    call(account, 'showGift', {params: {id}}),
  );

/** Copies an account as a client can: the items of lists, and single constituents. */
export function copyOf(account: Account): Record<string, Reply[]> {
  const items = (id: string, input = {}): Reply[] => call(account, id, input).items;
  const types = items('listTypes').map(({key, values}) => [key, values]);
  const active = new Set(items('listConstituents').map(({id}) => id));
  const copied = {
    ...Object.fromEntries(types),
    team_members: items('listTeamMembers'),
    funds: items('listFunds'),
    campaigns: items('listCampaigns'),
    appeals: idsOf(account, 'appeals').map(id => call(account, 'showAppeal', {params: {id}})),
    events: items('listEvents'),
    gift_types: items('listGiftTypes'),
    gift_categories: items('listGiftCategories'),
    payment_types: items('listPaymentTypes'),
    mailing_templates: items('listMailingTemplates'),
    relationship_types: items('listRelationshipTypes'),
    class_affiliation_types: items('listClassAffiliationTypes'),
    attributes: items('listAttributes'),
    groups: items('listGroups'),
    membership_levels: items('listMembershipLevels'),
    categories: choices.listCategories!.flatMap(input => items('listCategories', input)),
    constituents: idsOf(account, 'constituents').map(id => ({
      api_version: '1.0',
      ...call(account, 'showConstituent', {params: {id}}),
      ...(active.has(id) ? {} : {is_active: false}),
    })),
    lists: items('listLists'),
    invitations: idsOf(account, 'invitations').map(id => call(account, 'showInvitation', {params: {id}})),
    gifts: [...items('searchGifts'), ...hiddenGifts(account)],
    contact_reports: items('listContactReports'),
    notes: items('listNotes'),
    volunteer_times: items('listVolunteerTimes'),
    appeal_requests: idsOf(account, 'appeals').flatMap(appeal_id =>
      items('listAppealRequestsOfAppeal', {params: {appeal_id}}),
    ),
  };
  return {...copied, ...copyOtherKinds(account, Object.keys(copied))};
}

/** Copies the kinds that are in no list above and in no other record, by reading each record. */
function copyOtherKinds(account: Account, copied: readonly string[]): Record<string, Reply[]> {
  const nested = catalog.kinds.flatMap(({importer}) => importer?.nested?.map(({to}) => to) ?? []);
  const others = catalog.kinds.filter(({name}) => !copied.includes(name) && !nested.includes(name));
  const shown = others.flatMap(({name, operations}) =>
    operations
      .filter(({method, path}) => method === 'GET' && path === `/api/v1/${name}/{id}`)
      .map(({id: show}) => [name, idsOf(account, name).map(id => call(account, show, {params: {id}}))] as const),
  );
  return Object.fromEntries(shown);
}
