import test from 'ava';
import {catalog} from '../../../src/resources/index.js';
import {startTestSandbox} from '../../support/sandbox.js';

interface Shown {
  readonly name: string;
  readonly item_type: string;
  readonly tag: string | null;
  readonly fields: readonly string[];
  readonly list: string | null;
  readonly search: string | null;
  readonly show: string | null;
  readonly under: ReadonlyArray<{readonly kind: string; readonly path: string}>;
  readonly create: readonly string[];
  readonly update: string | null;
  readonly delete: string | null;
  readonly terms: ReadonlyArray<{readonly name: string}>;
  readonly sorts: readonly string[];
  readonly columns: Readonly<Record<string, string>>;
  readonly formats: Readonly<Record<string, string>>;
  readonly references: Readonly<Record<string, string>>;
}

test('a kind is listed with its paths, search terms, columns, formats and references', async t => {
  const sandbox = await startTestSandbox(t);
  const {kinds} = (await sandbox.get('/_sandbox/kinds')).body as {readonly kinds: readonly Shown[]};
  const of = (name: string) => kinds.find(kind => kind.name === name)!;
  const {fields, terms, columns, formats, ...gifts} = of('gifts');
  t.deepEqual(fields.slice(0, 2), Object.keys(catalog.byName.get('gifts')!.output!.shape).slice(0, 2));
  t.like(terms[0], {name: 'date_from', example: '2025-06-30T12:00:00Z'});
  t.like(
    terms.find(({name}) => name === 'categories'),
    {choices: ['in|', 'ni|', 'bl'], ids_of: 'gift_categories'},
  );
  t.deepEqual(
    Object.keys(columns).slice(0, 3),
    ['received_date', 'date', 'constituent_id'],
    'columns are in display order',
  );
  t.like(columns, {constituent_id: 'Donor', received_amount: 'Amount', fund_id: 'Fund'});
  t.like(formats, {received_amount: 'money', amount: 'money', received_date: 'day', created_at: 'moment'});
  t.is(formats['email_addresses.created_at'], 'moment', 'nested fields have formats');
  t.is(formats['gift_type_id'], undefined);
  t.deepEqual(gifts, {
    name: 'gifts',
    item_type: 'gift',
    tag: 'Gifts',
    list: '/gifts/search',
    search: '/gifts/search',
    show: '/gifts/{id}',
    under: [{kind: 'constituents', path: '/constituents/{constituent_id}/gifts'}],
    create: ['/constituents/{constituent_id}/gifts'],
    update: '/gifts/{id}',
    delete: '/gifts/{id}',
    sorts: ['name', 'gift_amount', 'date', 'date_created', 'date_updated', 'fund', 'appeal', 'campaign', 'gift_type'],
    unlisted: 'gifts of the hidden type 14',
    sorted_as: {
      received_date: 'date',
      constituent_id: 'name',
      received_amount: 'gift_amount',
      fund_id: 'fund',
      gift_type_id: 'gift_type',
    },
    expansions: [
      'external_constituent_id',
      'constituent_is_org',
      'first_name',
      'last_name',
      'org_name',
      'street_addresses',
      'phone_numbers',
      'email_addresses',
    ],
    references: {
      constituent_id: 'constituents',
      gift_type_id: 'gift_types',
      gift_category_id: 'gift_categories',
      campaign_id: 'campaigns',
      fund_id: 'funds',
      appeal_id: 'appeals',
      event_id: 'events',
      payment_type_id: 'payment_types',
      parent_gift_id: 'gifts',
      team_member: 'team_members',
      'custom_fields.id': 'categories',
      'custom_fields.values.id': 'keywords',
    },
  });
  t.is(of('volunteer_times').formats['hours'], undefined, 'hours are not formatted as money');
  t.deepEqual(of('note_types').columns, {name: 'Name'}, 'default columns');
  t.like(of('note_types'), {list: '/types/note_types', show: null, create: [], update: null, delete: null});
  t.is(of('street_addresses').references['item_id'], 'constituents');
  t.is(of('constituents').references['email_addresses.id'], 'email_addresses');
  t.deepEqual(of('contact_reports').sorts, ['name', 'date', 'constituent_id'], 'a searchable list has sorts');
});

test('every kind with an output is listed, and all its paths exist', async t => {
  const sandbox = await startTestSandbox(t);
  const {kinds} = (await sandbox.get('/_sandbox/kinds')).body as {readonly kinds: readonly Shown[]};
  t.deepEqual(
    kinds.map(({name}) => name),
    catalog.kinds.filter(({output}) => output !== undefined).map(({name}) => name),
  );
  const names = kinds.map(({name}) => name);
  const paths = new Set(catalog.operations.map(({method, path}) => `${method} ${path}`));
  const read = async (path: string) => sandbox.get(`/_sandbox/read?${new URLSearchParams({path})}`);
  for (const kind of kinds) {
    t.deepEqual(
      Object.values(kind.references).filter(name => !names.includes(name)),
      [],
      kind.name,
    );
    for (const path of [kind.list, kind.search].filter(path => path !== null)) {
      const {status, body} = await read(`${path}?limit=1`);
      t.is(status, 200, path);
      t.true(Array.isArray(body.items), path);
      if (kind.show !== null && body.items.length > 0) {
        t.is((await read(kind.show.replace('{id}', body.items[0].id))).body.id, body.items[0].id);
        t.deepEqual(
          Object.keys((await read(kind.show.replace('{id}', body.items[0].id))).body).filter(
            field => field !== 'api_version' && !kind.fields.includes(field),
          ),
          [],
          kind.name,
        );
      }
    }
    const written = [
      ...kind.create.map(path => `POST /api/v1${path}`),
      ...kind.under.map(({path}) => `GET /api/v1${path}`),
      ...(kind.update === null ? [] : [`PATCH /api/v1${kind.update}`]),
      ...(kind.delete === null ? [] : [`DELETE /api/v1${kind.delete}`]),
    ];
    t.deepEqual(
      written.filter(path => !paths.has(path)),
      [],
    );
  }
  t.true(kinds.filter(({list}) => list !== null).length > 20);
  t.true(kinds.filter(({create}) => create.length > 0).length > 15);
});
