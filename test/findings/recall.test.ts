import test from 'ava';
import {startWatched} from '../support/findings.js';
import {type Client, clientOf} from '../support/findings-client.js';

/** Clients as they are written, each with what it must hear: no more, and no less. */

interface Faulty {
  readonly name: string;
  readonly findings: readonly string[];
  run(client: Client): Promise<unknown>;
}

const clients: readonly Faulty[] = [
  {
    name: 'filters gifts by plain parameters, and sums the first page',
    findings: ['error filter-outside-q', 'error query-parameter-ignored'],
    run: async client => {
      await client.get('/gifts/search?date_from=2025-07-01&amount_min=100');
    },
  },
  {
    name: 'looks for a donor in the list, and makes another one',
    findings: ['error search-on-list-path', 'error create-after-failed-search', 'error duplicate-constituent'],
    run: async client => {
      const found = await client.get('/constituents?email=bettie.braun400@example.com');
      if (found.items[0].email !== 'bettie.braun400@example.com') {
        await client.post('/constituents', {
          first_name: 'Bettie',
          last_name: 'Braun',
          email_addresses: [{address: 'bettie.braun400@example.com'}],
        });
      }
    },
  },
  {
    name: 'writes a gift with the names of another service',
    findings: ['error unknown-body-field', 'error zero-gift', 'info gift-without-external-id'],
    run: client =>
      client.post('/constituents/959400/gifts', {gift_type_name: 'Gift', amount: 100, gift_date: '2025-12-24'}),
  },
  {
    name: 'creates after a search that was refused',
    findings: ['error unknown-search-term', 'error create-after-failed-search'],
    run: async client => {
      const found = await client.get('/constituents/search?q[]=email=ann@example.org');
      if (found.items === undefined) {
        await client.post('/constituents', {
          first_name: 'Ann',
          last_name: 'Lee',
          email_addresses: [{address: 'ann@example.org'}],
        });
      }
    },
  },
  {
    name: 'takes the first that contains an address for the donor',
    findings: ['error contains-taken-for-equal'],
    run: async client => {
      const found = await client.get(
        '/constituents/search?q[]=eaddr=braun401@example.org&limit=1&expand=email_addresses',
      );
      await client.post(`/constituents/${found.items[0].id}/gifts`, {
        gift_type_name: 'Gift',
        received_amount: 10,
        received_date: '2025-12-30',
        external_id: 'a-1',
      });
    },
  },
  {
    name: 'asks for pages of 1,000 and goes on at 1,000',
    findings: ['error limit-not-honoured'],
    run: async client => {
      await client.get('/constituents?limit=1000');
      await client.get('/constituents?limit=1000&offset=1000');
    },
  },
  {
    name: 'reads a detail for each item of a list',
    findings: ['warn n-plus-one'],
    run: async client => {
      const {items} = await client.get('/constituents?limit=10');
      for (const {id} of items) {
        await client.get(`/constituents/${id}`);
      }
    },
  },
  {
    name: 'appends an address with each run',
    findings: ['error patch-appended-twin', 'warn preferred-not-set'],
    run: client =>
      client.patch('/constituents/959404', {
        email_addresses: [{address: 'ADOLPHUS.HINTZ404@example.org', is_primary: true}],
      }),
  },
  {
    name: 'names a fund and a person that nobody knows',
    findings: ['error name-resolves-to-nothing', 'error reference-dropped'],
    run: client =>
      client.post('/constituents/959400/gifts', {
        gift_type_name: 'Gift',
        received_amount: 10,
        received_date: '2025-12-30',
        external_id: 'a-1',
        fund_name: 'Scholarships',
        team_member: 'Nobody Atall',
      }),
  },
  {
    name: 'sends the same gift twice, because the first answer was slow',
    findings: ['error same-post-again', 'info gift-without-external-id'],
    run: async client => {
      const gift = {gift_type_name: 'Gift', received_amount: 10, received_date: '2025-12-30'};
      await client.post('/constituents/959400/gifts', gift);
      await client.post('/constituents/959400/gifts', gift);
    },
  },
  {
    name: 'has its paths from somewhere else',
    findings: ['error nested-path-of-a-sub-record', 'error wrong-base-path', 'error no-such-resource'],
    run: async client => {
      await client.get('/constituents/959400/email_addresses/276500');
      await client.get('/api/v1/funds?limit=5');
      await client.get('/payments');
    },
  },
  {
    name: 'polls everything, and writes days as people do',
    findings: ['error wrong-date-format', 'warn full-scan-poll'],
    run: async client => {
      await client.get('/constituents?limit=500');
      await client.get('/constituents?limit=500');
      await client.post('/constituents/959400/contact_reports', {text: 'Called', original_date: '12/24/2025'});
    },
  },
];

for (const {name, findings, run} of clients) {
  test(`a faulty client hears of exactly what is wrong: it ${name}`, async t => {
    const sandbox = await startWatched(t, name.includes('1,000') ? {maxLimit: 20} : {});
    await run(clientOf(sandbox, sandbox.key));
    const found = await sandbox.findings();
    t.deepEqual(
      [...new Set(found.map(({level, rule}) => `${level} ${rule}`))],
      [...findings],
      found.map(({rule, message}) => `${rule}: ${message}`).join('\n'),
    );
  });
}

test('there are twelve of them', t => {
  t.is(clients.length, 12);
});
