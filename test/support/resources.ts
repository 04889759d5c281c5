import type {Example, Kind} from '../../src/operations/kinds/kind.js';
import type {Operation} from '../../src/operations/operation.js';
import {catalog} from '../../src/resources/index.js';
import {type Client, constituentBody, newCategory, newConstituent} from './factories.js';

/** The data that the common tests need for a kind of record that clients write. */
export interface WrittenResource {
  readonly name: string;
  /** Creates the parents of a record and returns the path of the list, to which it is posted. */
  place(client: Client): Promise<string>;
  readonly body: object;
  /** Creates other records that the body refers to. @returns their fields of the body */
  needs?(client: Client): Promise<object>;
  /** Fields of a change, which the response must contain. */
  readonly change: Readonly<Record<string, unknown>>;
  /** A field of the wrong type. */
  readonly wrong: Readonly<Record<string, unknown>>;
}

/** The fields of an operation's body that do not accept every value. */
export const refusingFields = ({body}: Operation): string[] =>
  Object.keys(body.shape).filter(field => !body.shape[field].safeParse({a: 1}).success);

const under = (sub: string) => async (client: Client) => `constituents/${(await newConstituent(client)).id}/${sub}`;

const at = (path: string) => async () => path;

const listed: readonly WrittenResource[] = [
  {
    name: 'constituents',
    place: at('constituents'),
    body: constituentBody,
    change: {nick_name: 'Iv'},
    wrong: {is_org: 'yes'},
  },
  {
    name: 'email_addresses',
    place: under('email_addresses'),
    body: {address: 'marsh@example.com'},
    change: {not_current: true},
    wrong: {address: 5},
  },
  {
    name: 'phone_numbers',
    place: under('phone_numbers'),
    body: {number: '(888) 555-0044'},
    change: {not_current: true},
    wrong: {number: []},
  },
  {
    name: 'street_addresses',
    place: under('street_addresses'),
    body: {street: '12 Harbour Road', city: 'Chicago'},
    change: {city: 'Springfield'},
    wrong: {seasonal_from: '13-01'},
  },
  {
    name: 'web_addresses',
    place: under('web_addresses'),
    body: {url: 'www.example.com'},
    change: {url: 'www.example.org'},
    wrong: {web_address_type_id: 'home'},
  },
  {
    name: 'gifts',
    place: under('gifts'),
    body: {gift_type_id: 1, received_amount: 25},
    change: {note: 'Thanks'},
    wrong: {received_date: 'yesterday'},
  },
  {
    name: 'contact_reports',
    place: under('contact_reports'),
    body: {text: 'Called.'},
    change: {name: 'A call'},
    wrong: {original_date: '2024-02-30'},
  },
  {
    name: 'notes',
    place: under('notes'),
    body: {text: 'Likes the garden.', original_date: '2025-12-01'},
    change: {text: 'Likes the rose garden.', external_id: 'n-1'},
    wrong: {original_date: 'yesterday'},
  },
  {
    name: 'volunteer_times',
    place: under('volunteer_times'),
    body: {volunteering_category_name: 'General', hours: '3.5', date: '2025-12-05'},
    change: {description: 'Set the tables', completed_hours: 3},
    wrong: {hours: 'three'},
  },
  {
    name: 'memberships',
    place: under('memberships'),
    body: {membership_level_name: 'Gold'},
    change: {note: 'For life'},
    wrong: {finish_date: 20240101},
  },
  {
    name: 'group_memberships',
    place: under('group_memberships'),
    body: {group_name: 'Board Member'},
    change: {is_current: false},
    wrong: {is_current: 'no'},
  },
  {
    name: 'appeal_requests',
    place: async client => {
      const {body} = await client.get('appeals?limit=1');
      return `appeals/${body.items[0].id}/appeal_requests`;
    },
    body: {ask_amount: '100'},
    needs: async client => ({constituent_id: (await newConstituent(client)).id}),
    change: {status: 'closed'},
    wrong: {ask_amount: 'ten'},
  },
  {
    name: 'class_affiliations',
    place: under('class_affiliations'),
    body: {year: 1998},
    change: {note: 'with honours'},
    wrong: {year: 'last'},
  },
  {
    name: 'constituent_relationships',
    place: under('constituent_relationships'),
    body: {name: 'Friend'},
    needs: async client => ({related_constituent_id: (await newConstituent(client)).id}),
    change: {description: 'From school', also_acknowledge: true},
    wrong: {auto_soft_credit: 'yes'},
  },
  {
    name: 'categories',
    place: at('categories'),
    body: {item_type: 'Constituent', name: 'Colours'},
    change: {facet_type: 'single'},
    wrong: {item_type: 'Person'},
  },
  {
    name: 'keywords',
    place: async client => `categories/${(await newCategory(client)).id}/keywords`,
    body: {name: 'Red'},
    change: {short_code: 'r'},
    wrong: {ordinal: 1.5},
  },
  {name: 'groups', place: at('groups'), body: {name: 'Choir'}, change: {ordinal: 7}, wrong: {name: null}},
  {
    name: 'membership_levels',
    place: at('membership_levels'),
    body: {name: 'Platinum'},
    change: {ordinal: 7},
    wrong: {ordinal: 'last'},
  },
  {
    name: 'appeals',
    place: at('appeals'),
    body: {name: 'Spring Letter', financial_goal: '5000.5'},
    change: {date: '2026-04-05', is_active: false},
    wrong: {is_active: 'no'},
  },
  {
    name: 'campaigns',
    place: at('campaigns'),
    body: {name: 'New Roof', start_date: '2026-01-15'},
    change: {code: 'NR'},
    wrong: {end_date: 'soon'},
  },
  {
    name: 'invitations',
    place: async client => {
      const {body} = await client.get('events?limit=1');
      return `events/${body.items[0].id}/invitations`;
    },
    body: {rsvp: '3'},
    needs: async client => ({constituent_id: (await newConstituent(client)).id}),
    change: {notes: 'By the window', is_a_guest: true},
    wrong: {attended: 'yes'},
  },
  {name: 'funds', place: at('funds'), body: {}, change: {name: 'Roof', code: '12'}, wrong: {financial_goal: 'much'}},
  {
    name: 'events',
    place: at('events'),
    body: {name: 'Harbor Concert', date: '2026-06-20'},
    change: {projected_amount: 12.5},
    wrong: {date: '2026-06-31'},
  },
];

/** The body of an example with ids from the client's account. */
async function bodyOf(example: Example, client: Client): Promise<object> {
  const ids = new Map<string, number>();
  example.body!(kind => ids.set(kind, 1).size); // collects the kinds
  for (const kind of ids.keys()) {
    const {id} = kind === 'constituents' ? await newConstituent(client) : (await client.get(kind)).body.items[0];
    ids.set(kind, id);
  }
  return example.body!(kind => ids.get(kind)!);
}

/** A new kind of record needs no entry above, because its examples contain the data. */
function fromExamples({operations, examples}: Kind): WrittenResource[] {
  const [create, update, destroy] = ['POST', 'PATCH', 'DELETE'].map(method =>
    operations.find(operation => operation.method === method),
  );
  const name = destroy?.path.split('/')[3];
  if (create === undefined || update === undefined || name === undefined || listed.some(one => one.name === name)) {
    return [];
  }
  const change = examples![update.id]!.body!(() => 1) as Readonly<Record<string, unknown>>;
  const wrong = Object.fromEntries(
    Object.entries(change).map(([field, value]) => [field, typeof value === 'string' ? 5 : 'x']),
  );
  const path = create.path.replace('/api/v1/', '');
  const place = async (client: Client) => path.replace('{constituent_id}', String((await newConstituent(client)).id));
  return [{name, place, body: {}, needs: client => bodyOf(examples![create.id]!, client), change, wrong}];
}

export const writtenResources: readonly WrittenResource[] = [...listed, ...catalog.kinds.flatMap(fromExamples)];

/** Read-only lists, with the minimum number of entries. */
export const readLists: ReadonlyArray<readonly [path: string, itemType: string, least: number]> = [
  ['appeals', 'appeal', 26],
  ['campaigns', 'campaign', 26],
  ['funds', 'fund', 26],
  ['events', 'event', 26],
  ['attributes', 'attribute', 26],
  ['groups', 'group', 26],
  ['team_members', 'team_member', 26],
  ['lists', 'list', 6],
  ['constituents', 'constituent', 45],
  ['contact_reports', 'contact_report', 26],
  ['notes', 'note', 26],
  ['volunteer_times', 'volunteer_time', 26],
  ['gift_types', 'gift_type', 6],
  ['gift_categories', 'gift_category', 5],
  ['payment_types', 'payment_type', 4],
  ['mailing_templates', 'mailing_template', 2],
  ['relationship_types', 'relationship_type', 11],
  ['membership_levels', 'membership_level', 6],
  ['categories', 'category', 4],
  ['class_affiliation_types', 'class_affiliation_type', 3],
  ['types', 'type', 10],
  ['types/phone_number_types', 'phone_number_type', 8],
];
