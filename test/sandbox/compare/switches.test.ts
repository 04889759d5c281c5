import test from 'ava';
import {switches} from '../../../src/settings.js';
import {compareHar, type Json, recordedHar, remarks, type SendJson} from './recordings.js';

const first = async (send: SendJson, list: string, count = 3): Promise<Json[]> =>
  (await send('GET', `/api/v1/${list}?limit=${count}`)).items;

const showAll = async (send: SendJson, constituents: readonly Json[]) => {
  for (const {id} of constituents) {
    await send('GET', `/api/v1/constituents/${id}`);
  }
};

/** Requests whose responses depend on an assumption, by the assumption's value. */
const steps: Readonly<Record<string, (send: SendJson) => Promise<unknown>>> = {
  'membership_status=0:active': async send => {
    const people = await first(send, 'constituents');
    const level = await send('POST', '/api/v1/membership_levels', {name: 'Gold'});
    const membership = {membership_level_id: level.id, start_date: '2020-01-01', end_date: '2020-12-31'};
    await send('POST', `/api/v1/constituents/${people[0].id}/memberships`, membership);
    await send('GET', '/api/v1/constituents/search?q[]=membership_status=0');
    await showAll(send, people);
  },
  'keyword_delete=permanent': async send => {
    const people = await first(send, 'constituents', 50);
    await showAll(send, people);
    for (const {id} of people) {
      const [held] = (await send('GET', `/api/v1/constituents/${id}/categories`)).items;
      if (held !== undefined) {
        await send('DELETE', `/api/v1/keywords/${held.keywords[0].id}`);
        await send('GET', `/api/v1/constituents/${id}/categories`);
        return;
      }
    }
  },
  'keyword_delete=ignore': async send => {
    const category = (await first(send, 'categories', 50)).find(({keywords}) => keywords.length > 0);
    await send('DELETE', `/api/v1/keywords/${category.keywords[0].id}`);
    await send('GET', `/api/v1/keywords/${category.keywords[0].id}`);
  },
  'required_fields=observed': async send => {
    const [person] = await first(send, 'constituents');
    const gift = await send('POST', `/api/v1/constituents/${person.id}/gifts`, {received_amount: 5});
    await send('GET', `/api/v1/gifts/${gift.id ?? 1}`);
  },
  'gift_search_names=null': async send => {
    const gifts = await first(send, 'gifts/search', 5);
    await send('GET', `/api/v1/gifts/${gifts[0].id}`);
  },
  'auto_sync_to_qbo=false': async send => first(send, 'gifts/search', 5),
  'reciprocal_rows=none': async send => {
    const people = await first(send, 'constituents');
    const [type, back] = await first(send, 'relationship_types');
    await showAll(send, people);
    const related = {related_constituent_id: people[1].id, relationship_type_id: type.id, reciprocal_id: back.id};
    await send('POST', `/api/v1/constituents/${people[0].id}/constituent_relationships`, related);
    await send('GET', `/api/v1/constituents/${people[1].id}/constituent_relationships`);
  },
  'constituent_delete=lingering': async send => {
    const [person] = await first(send, 'constituents');
    await showAll(send, [person]);
    const email = await send('POST', `/api/v1/constituents/${person.id}/email_addresses`, {address: 'x@example.com'});
    await send('DELETE', `/api/v1/constituents/${person.id}`);
    await send('GET', `/api/v1/email_addresses/${email.id}`);
  },
  'new_constituent_keyword=non_donor': async send => {
    await first(send, 'categories', 50);
    await send('POST', '/api/v1/constituents', {first_name: 'A', last_name: 'B', email_addresses: []});
  },
};

for (const [assume, run] of Object.entries(steps)) {
  test(`a service with ${assume} differs only by that assumption`, async t => {
    const found = remarks(await compareHar(t, await recordedHar(run, {assume})));
    t.true(Object.values(found).length > 0);
    t.deepEqual([...new Set(Object.values(found))], [`known: ${assume}`]);
  });

  test(`the same requests without ${assume} have no known or unknown differences`, async t => {
    const {results} = await compareHar(t, await recordedHar(run));
    t.deepEqual(
      results.filter(({result}) => result === 'unknown' || result === 'known'),
      [],
    );
    t.true(results.some(({result}) => result === 'same'));
  });
}

test('every non-default value of every assumption has requests', t => {
  const values = Object.entries(switches).flatMap(([name, {values}]) =>
    values.slice(1).map(value => `${name}=${value}`),
  );
  t.deepEqual(Object.keys(steps).sort(), values.sort());
});
