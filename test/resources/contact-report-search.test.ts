import test from 'ava';
import {type Client, created, newCategory, newConstituent, newKeyword, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

async function found(client: Client, ...terms: string[]): Promise<string[]> {
  const query = terms.map(term => `q[]=${encodeURIComponent(term)}`).join('&');
  const {body} = await client.get(`contact_reports/search?${query}`);
  return body.items.map((item: {name: string}) => item.name);
}

test('all nine terms, the latest first', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'empty'}));
  const category = await newCategory(client);
  const red = await newKeyword(client, category.id, 'Red');
  const holder = await newConstituent(client, {categories: [{id: category.id, keywords: [{id: red.id}]}]});
  const other = await newConstituent(client);
  const report = (constituentId: number, name: string, original_date: string, type: string) =>
    created(
      client.post(`constituents/${constituentId}/contact_reports`, {
        name,
        original_date,
        contact_report_type_name: type,
        text: `${name} about the Café`,
      }),
    );
  const call = await report(holder.id, 'Call', '2025-05-01', 'Call');
  await report(other.id, 'Lunch', '2025-06-01', 'Meeting');
  await report(holder.id, 'Letter', '2025-05-20', 'Mailing');
  t.deepEqual(await found(client), ['Lunch', 'Letter', 'Call']);
  t.deepEqual(await found(client, 'original_date_from=2025-05-20'), ['Lunch', 'Letter']);
  t.deepEqual(
    await found(client, 'original_date_from=2025-05-20T00:00:01Z'),
    ['Lunch'],
    'a report is of its first second',
  );
  t.deepEqual(await found(client, 'original_date_to=2025-05-20T00:00:00Z'), ['Letter', 'Call']);
  t.deepEqual(await found(client, 'name=L'), ['Lunch', 'Letter', 'Call']);
  t.deepEqual(await found(client, 'text=lunch ABOUT the cafe'), ['Lunch']);
  t.deepEqual(await found(client, `contact_report_type_id=${call.contact_report_type_id}`), ['Call']);
  t.deepEqual(await found(client, `constituent_id=${other.id},1`), ['Lunch']);
  t.deepEqual(await found(client, `const_keyword=${red.id}`), ['Letter', 'Call']);
  t.deepEqual(await found(client, 'const_keyword=1'), []);
  t.deepEqual(await found(client, 'updated_from=2026-01-01;updated_to=2026-01-01'), ['Lunch', 'Letter', 'Call']);
  t.deepEqual(await found(client, 'updated_to=2025-12-31'), []);
  await client.delete(`constituents/${holder.id}/keywords/${red.id}`);
  t.deepEqual(await found(client, `const_keyword=${red.id}`), []);
});

test('a term of another search is unknown; sort and expand are not offered, and so ignored', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {status, body} = await client.get('contact_reports/search?q[]=city=Oslo;constituent_id=x');
  t.is(status, 400);
  t.is(body.description, 'Unknown query parameter: city; constituent_id: must be comma-separated ids, got "x"');
  const [plain, sorted] = [
    await client.get('contact_reports/search'),
    await client.get('contact_reports/search?sort=x&expand=y'),
  ];
  t.deepEqual(sorted.body.items, plain.body.items);
});
