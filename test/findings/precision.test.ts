import test from 'ava';
import {startWatched} from '../support/findings.js';
import {type Client, clientOf} from '../support/findings-client.js';

/** Minimal correct clients. None may get an error or a warning. */

/** Reads all pages of a list by `next_link`. */
async function all(client: Client, path: string) {
  const items = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: {items: Array<Record<string, unknown>>; next_link?: string} = await client.get(next);
    items.push(...page.items);
    next = page.next_link;
  }
  return items;
}

/** Finds the constituent with exactly this e-mail address; the search only tests for containment. */
async function byEmail(client: Client, email: string) {
  const found = await client.get(`/constituents/search?q[]=eaddr=${encodeURIComponent(email)}&expand=email_addresses`);
  return found.items.find((item: {email_addresses: Array<{address: string}>}) =>
    item.email_addresses.some(({address}) => address.toLowerCase() === email.toLowerCase()),
  );
}

const donate = (client: Client, id: number, external_id: string) =>
  client.post(`/constituents/${id}/gifts`, {
    gift_type_name: 'Gift',
    received_amount: 25,
    received_date: '2025-12-30',
    external_id,
  });

const clients: Readonly<Record<string, (client: Client) => Promise<void>>> = {
  'lists all funds': async client => {
    await all(client, '/funds');
  },
  'exports all constituents with their addresses': async client => {
    await all(client, '/constituents/search?limit=20&expand=email_addresses,street_addresses');
  },
  'searches first, then adds a note': async client => {
    const {id} = await byEmail(client, 'bettie.braun400@example.com');
    await client.post(`/constituents/${id}/notes`, {text: 'Asked for the report', original_date: '2025-12-30'});
  },
  'creates a constituent once': async client => {
    const email = 'ann.lee@example.org';
    if ((await byEmail(client, email)) === undefined) {
      await client.post('/constituents', {first_name: 'Ann', last_name: 'Lee', email_addresses: [{address: email}]});
    }
    await byEmail(client, email);
  },
  'adds a donation of an existing donor': async client => {
    const {id} = await byEmail(client, 'felix.miller414@example.net');
    await donate(client, id, 'web-1');
  },
  'adds a donation of a new donor': async client => {
    const email = 'new.donor@example.org';
    const {id} =
      (await byEmail(client, email)) ??
      (await client.post('/constituents', {
        first_name: 'New',
        last_name: 'Donor',
        email_addresses: [{address: email}],
      }));
    await donate(client, id, 'web-2');
  },
  'takes ids from the lists of the account': async client => {
    const [funds, types] = [await all(client, '/funds'), await all(client, '/payment_types')];
    await client.post('/constituents/959400/gifts', {
      gift_type_name: 'Gift',
      received_amount: 40,
      received_date: '2025-12-30',
      external_id: 'web-3',
      fund_id: funds.at(-1)!['id'],
      payment_type_id: types[0]!['id'],
    });
  },
  'requests changes since yesterday': async client => {
    await all(client, '/constituents/search?q[]=updated_from=2025-12-31T00:00:00Z&expand=email_addresses');
    await all(client, '/gifts/search?q[]=updated_from=2025-12-31T00:00:00Z');
  },
  'sums the gifts of a month': async client => {
    await all(client, '/gifts/search?q[]=date_from=2025-12-01;date_to=2025-12-31;gift_types=in|1');
  },
  'replaces an address, and retries server errors only': async client => {
    const {id} = await byEmail(client, 'aric.swift433@example.com');
    const change = {
      email_addresses: [{address: 'aric@example.org', is_preferred: true}],
      remove_previous_email_addresses: true,
    };
    let reply = await client.send('PATCH', `/constituents/${id}`, change);
    for (let tries = 0; reply.status >= 500 && tries < 3; tries++) {
      reply = await client.send('PATCH', `/constituents/${id}`, change);
    }
  },
};

for (const [name, run] of Object.entries(clients)) {
  test(`a correct client gets no errors or warnings: it ${name}`, async t => {
    const sandbox = await startWatched(t);
    await run(clientOf(sandbox, sandbox.key));
    const findings = await sandbox.findings();
    t.deepEqual(
      findings.filter(({level}) => level !== 'info').map(({level, rule, message}) => `${level} ${rule}: ${message}`),
      [],
    );
  });
}

test('a correct client that retries after a server error gets no errors or warnings', async t => {
  const sandbox = await startWatched(t, {faults: ['updateConstituent#1:500']});
  await clients['replaces an address, and retries server errors only']!(clientOf(sandbox, sandbox.key));
  t.is((await sandbox.requests({operation: 'updateConstituent'})).length, 2);
  t.deepEqual(
    (await sandbox.findings()).filter(({level}) => level !== 'info'),
    [],
  );
});

test('there are ten correct clients', t => {
  t.is(Object.keys(clients).length, 10);
});
