import test from 'ava';
import {findingsOf, sendExample, startWatched} from '../support/findings.js';

/** Filters in the spellings of other APIs and clients: what the finding says, and the request that it proposes. */

interface Filter {
  /** The request, relative to `/api/v1`. */
  readonly sent: string;
  readonly rule: string;
  /** A part of the message or of the fix. */
  readonly says: string;
  /** The path of the proposed request, relative to `/api/v1`; null without one. */
  readonly proposed: string | null;
}

const ignored = 'query-parameter-ignored';
const auer = '/constituents/search?q[]=name=Auer';
const two = '/gifts/search?q[]=campaigns=in|821,822';

/** A filter under another name, inside and outside `q[]`. */
const renamed = (path: string, other: string, term: string): readonly Filter[] => {
  const says = `q[]=${term}`;
  const proposed = `${path}?${says}`;
  return [
    {sent: `${path}?${other}`, rule: ignored, says, proposed},
    {sent: `${path}?q[]=${other}`, rule: 'unknown-search-term', says, proposed},
  ];
};

const filters: readonly Filter[] = [
  // repeated parameters and arrays
  {
    sent: '/gifts/search?campaigns=821&campaigns=822',
    rule: 'filter-outside-q',
    says: 'q[]=campaigns=in|821,822',
    proposed: two,
  },
  {
    sent: '/gifts/search?fund_id=2395&fund_id=2417',
    rule: ignored,
    says: 'q[]=funds=in|2395,2417',
    proposed: '/gifts/search?q[]=funds=in|2395,2417',
  },
  {
    sent: '/gifts/search?campaigns[]=821&campaigns[]=822',
    rule: ignored,
    says: 'q[]=campaigns=in|821,822',
    proposed: two,
  },
  {
    sent: '/gifts/search?funds[]=2395',
    rule: ignored,
    says: 'q[]=funds=in|2395',
    proposed: '/gifts/search?q[]=funds=in|2395',
  },
  {
    sent: '/gifts/search?funds=ni|2395&funds=ni|2417',
    rule: 'filter-outside-q',
    says: 'q[]=funds=ni|2395,2417',
    proposed: '/gifts/search?q[]=funds=ni|2395,2417',
  },
  {
    sent: '/constituents/search?groups[]=3240&groups[]=3241',
    rule: ignored,
    says: 'q[]=groups=3240,3241',
    proposed: '/constituents/search?q[]=groups=3240,3241',
  },
  {
    sent: '/gifts/search?external_id=a&external_id=b',
    rule: ignored,
    says: 'q[]=external_gift_ids=a,b',
    proposed: '/gifts/search?q[]=external_gift_ids=a,b',
  },
  {
    sent: '/constituents/search?q[]=city=Atlanta&external_id=a&external_id=b',
    rule: 'filter-outside-q',
    says: 'q[]=external_id=a',
    proposed: null,
  },
  {sent: '/gifts/search?amount_from=10&amount_from=20', rule: ignored, says: 'gift_amount=gte|10', proposed: null},
  // nested names
  ...['q[name]', 'q[][name]', 'filter[name]'].map(name => ({
    sent: `/constituents/search?${name}=Auer`,
    rule: ignored,
    says: 'q[]=name=Auer',
    proposed: auer,
  })),
  {
    sent: '/constituents/search?filter[email]=a@example.org',
    rule: ignored,
    says: 'q[]=eaddr=a@example.org',
    proposed: '/constituents/search?q[]=eaddr=a@example.org',
  },
  {
    sent: '/constituents/search?q[]=name=Auer&expand[0]=email_addresses&expand[1]=groups',
    rule: ignored,
    says: 'expand=email_addresses,groups',
    proposed: `${auer}&expand=email_addresses,groups`,
  },
  {sent: '/funds?limit[]=5', rule: ignored, says: 'limit=5', proposed: '/funds?limit=5'},
  // other names and spellings
  ...(
    [
      ['external_constituent_id=X-1', 'external_id=X-1'],
      ['group_id=3240', 'groups=3240'],
      ['zip=30308', 'postal_code=30308'],
      ['zip_code=30308', 'postal_code=30308'],
      ['postcode=30308', 'postal_code=30308'],
      ['org_name=Foundation', 'name=Foundation'],
      ['is_org=true', 'constituent_type=1'],
      ['is_org=false', 'constituent_type=0'],
      ['updated_since=2025-12-01', 'updated_from=2025-12-01'],
      ['emailAddress=a@example.org', 'eaddr=a@example.org'],
      ['EMAIL=a@example.org', 'eaddr=a@example.org'],
      ['Name=Auer', 'name=Auer'],
      ['firstName=Liliane', 'name=Liliane'],
    ] as const
  ).flatMap(([other, term]) => renamed('/constituents/search', other, term)),
  ...(
    [
      ['fund_name=Mentoring%20Fund', 'funds=in|2417'],
      ['event_name=Winter%20Gala%202020', 'events=in|1074'],
      ['appeal_name=Spring%20Mailing%202019', 'appeals=in|2661'],
      ['received_date_to=2025-12-01', 'date_to=2025-12-01'],
      ['dateTo=2025-12-01', 'date_to=2025-12-01'],
      ['max_amount=100', 'gift_amount=lte|100'],
      ['amount_max=100', 'gift_amount=lte|100'],
      ['updated_since=2025-12-01', 'updated_from=2025-12-01'],
    ] as const
  ).flatMap(([other, term]) => renamed('/gifts/search', other, term)),
  ...[
    ['dateFrom', 'dateTo'],
    ['received_date_from', 'received_date_to'],
  ].map(([from, to]) => ({
    sent: `/gifts/search?${from}=2025-12-01&${to}=2025-12-31`,
    rule: ignored,
    says: 'q[]=date_from=2025-12-01',
    proposed: '/gifts/search?q[]=date_from=2025-12-01&q[]=date_to=2025-12-31',
  })),
  ...['Email', 'EMAIL', 'emailAddress', 'e-mail', 'filter[email]'].map(name => ({
    sent: `/constituents?${name}=a@example.org`,
    rule: 'search-on-list-path',
    says: 'did you mean GET /api/v1/constituents/search?q[]=eaddr=a@example.org?',
    proposed: '/constituents/search?q[]=eaddr=a@example.org',
  })),
  // values without a term
  ...['name:Auer', 'Name: Auer', 'first_name:Auer'].map(value => ({
    sent: `/constituents/search?q[]=${value}`,
    rule: 'bare-search-value',
    says: 'q[]=name=Auer',
    proposed: auer,
  })),
  {sent: '/gifts/search?q[]=name:Auer', rule: 'bare-search-value', says: `GET /api/v1${auer}`, proposed: auer},
  {
    sent: '/constituents/search?q[]=eaddr:a@example.org',
    rule: 'bare-search-value',
    says: 'q[]=eaddr=a@example.org',
    proposed: '/constituents/search?q[]=eaddr=a@example.org',
  },
  ...['/constituents/search?q={"name":"Auer"}', '/gifts/search?q[]=2025-01-01'].map(sent => ({
    sent,
    rule: 'bare-search-value',
    says: 'Write the term and "=" before the value',
    proposed: null,
  })),
  // moments and dates
  ...(
    [
      ['2025-12-01T10:00:00', '2025-12-01T10:00:00Z'],
      ['2025-12-01T00:00:00.000Z', '2025-12-01T00:00:00Z'],
      ['2025-12-01T10:00:00-05:00', '2025-12-01T15:00:00Z'],
      ['2025-12-01T10:00:00%2B0530', '2025-12-01T04:30:00Z'],
      ['2025-12-01T10:00:00+05:00', '2025-12-01T05:00:00Z'],
      ['2025-12-01%2010:00', '2025-12-01T10:00:00Z'],
      ['12/01/2025', '2025-12-01'],
    ] as const
  ).map(([value, meant]) => ({
    sent: `/constituents/search?q[]=updated_from=${value}`,
    rule: 'wrong-date-format',
    says: `did you mean "${meant}"? Send a moment, YYYY-MM-DDTHH:MM:SSZ, or a date, YYYY-MM-DD.`,
    proposed: `/constituents/search?q[]=updated_from=${meant}`,
  })),
  {
    sent: '/constituents/search?q[]=membership_end_date_from=2025-12-01T22:00:00-05:00',
    rule: 'wrong-date-format',
    says: 'did you mean "2025-12-01"? Send a date, YYYY-MM-DD.',
    proposed: '/constituents/search?q[]=membership_end_date_from=2025-12-01',
  },
  {
    sent: '/constituents/search?q[]=custom_attr_from=background_info|12/01/2025',
    rule: 'wrong-date-format',
    says: 'did you mean "background_info|2025-12-01"?',
    proposed: '/constituents/search?q[]=custom_attr_from=background_info|2025-12-01',
  },
  // empty terms, semicolons, encoded names, and texts for ids
  ...[
    ['q[]=name=Auer;', '"q[]=name=Auer;" has an empty term Leave the empty term out', auer],
    ['q[]=&q[]=name=Auer', 'has an empty term', auer],
    ['q[]=', 'has an empty term', null],
  ].map(([query, says, proposed]) => ({
    sent: `/constituents/search?${query}`,
    rule: 'bare-search-value',
    says: says!,
    proposed: proposed!,
  })),
  {
    sent: '/constituents/search?q[]=street=1 Main; Suite 3;city=Atlanta',
    rule: 'semicolon-in-value',
    says: 'did you mean street=1 Main Suite 3;city=Atlanta?',
    proposed: '/constituents/search?q[]=street=1%20Main%20Suite%203&q[]=city=Atlanta',
  },
  ...['name%3DAuer', 'name%253DAuer'].map(value => ({
    sent: `/constituents/search?q%255B%255D=${value}`,
    rule: 'encoded-twice',
    says: 'q%5B%5D is encoded twice; did you mean q[]?',
    proposed: auer,
  })),
  ...['contact_reports', 'volunteer_times'].map(kind => ({
    sent: `/${kind}/search?q[]=constituent_id=Auer`,
    rule: 'id-term-with-text',
    says: 'constituent_id takes ids, not "Auer"; GET /api/v1/constituents/search lists them',
    proposed: auer,
  })),
  {
    sent: '/gifts/search?q[]=gift_ids=abc',
    rule: 'id-term-with-text',
    says: 'gift_ids takes ids, not "abc"',
    proposed: null,
  },
];

for (const [index, {sent, rule, says, proposed}] of filters.entries()) {
  test(`the meaning of ${sent}: ${says}`, async t => {
    const sandbox = await startWatched(t);
    const found = await findingsOf(sandbox, `sent-${index}`, {requests: [{path: `/api/v1${sent}`}]});
    const all = found.map(one => `${one.rule}: ${one.message} ${one.fix.text} ${one.fix.request?.path}`).join('\n');
    const finding = found.find(one => one.rule === rule);
    t.true(`${finding?.message} ${finding?.fix.text}`.includes(says), all);
    t.is(finding!.fix.request?.path ?? null, proposed && `/api/v1${proposed}`, all);
    if (proposed !== null) {
      const {key} = sandbox.account(`proposed-${index}`);
      t.is((await sendExample(sandbox, key, {path: `/api/v1${proposed}`})).status, 200);
    }
  });
}
