import test from 'ava';
import {startWatched} from '../support/findings.js';
import {type Client, clientOf} from '../support/findings-client.js';

/** Realistic faulty clients, each with its exact findings. */

interface Faulty {
  readonly name: string;
  readonly findings: readonly string[];
  run(client: Client): Promise<unknown>;
}

const clients: readonly Faulty[] = [
  {
    name: 'filters gifts by plain parameters',
    findings: ['error filter-outside-q', 'error query-parameter-ignored'],
    run: async client => {
      await client.get('/gifts/search?date_from=2025-07-01&amount_min=100');
    },
  },
  {
    name: 'looks for a donor in the unfiltered list, and creates a duplicate',
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
    name: 'creates a gift with the field names of another service',
    findings: ['error unknown-body-field', 'error zero-gift', 'info gift-without-external-id'],
    run: client =>
      client.post('/constituents/959400/gifts', {gift_type_name: 'Gift', amount: 100, gift_date: '2025-12-24'}),
  },
  {
    name: 'creates a constituent after a rejected search',
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
    name: 'uses the first search result that only contains the address',
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
    name: 'requests pages of 1,000 and continues at offset 1,000',
    findings: ['error limit-not-honoured'],
    run: async client => {
      await client.get('/constituents?limit=1000');
      await client.get('/constituents?limit=1000&offset=1000');
    },
  },
  {
    name: 'requests the details of each item of a list',
    findings: ['warn n-plus-one'],
    run: async client => {
      const {items} = await client.get('/constituents?limit=10');
      for (const {id} of items) {
        await client.get(`/constituents/${id}`);
      }
    },
  },
  {
    name: 'appends the same address again',
    findings: ['error patch-appended-twin', 'warn preferred-not-set'],
    run: client =>
      client.patch('/constituents/959404', {
        email_addresses: [{address: 'ADOLPHUS.HINTZ404@example.org', is_primary: true}],
      }),
  },
  {
    name: 'names an unknown fund and team member',
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
    name: 'sends the same gift twice',
    findings: ['error same-post-again', 'info gift-without-external-id'],
    run: async client => {
      const gift = {gift_type_name: 'Gift', received_amount: 10, received_date: '2025-12-30'};
      await client.post('/constituents/959400/gifts', gift);
      await client.post('/constituents/959400/gifts', gift);
    },
  },
  {
    name: 'uses wrong paths',
    findings: ['error nested-path-of-a-sub-record', 'error wrong-base-path', 'error no-such-resource'],
    run: async client => {
      await client.get('/constituents/959400/email_addresses/276500');
      await client.get('/api/v1/funds?limit=5');
      await client.get('/payments');
    },
  },
  {
    name: 'polls the full list, and sends a localized date',
    findings: ['error wrong-date-format', 'warn full-scan-poll'],
    run: async client => {
      await client.get('/constituents?limit=500');
      await client.get('/constituents?limit=500');
      await client.post('/constituents/959400/contact_reports', {text: 'Called', original_date: '12/24/2025'});
    },
  },
];

for (const {name, findings, run} of clients) {
  test(`a faulty client gets exactly the expected findings: it ${name}`, async t => {
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

test('there are twelve faulty clients', t => {
  t.is(clients.length, 12);
});
