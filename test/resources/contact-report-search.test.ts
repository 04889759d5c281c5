import test from 'ava';
import {
  type Client,
  created,
  everyItem,
  newCategory,
  newConstituent,
  newKeyword,
  ownAccount,
} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

async function found(client: Client, ...terms: string[]): Promise<string[]> {
  const query = terms.map(term => `q[]=${encodeURIComponent(term)}`).join('&');
  const {body} = await client.get(`contact_reports/search?${query}`);
  return body.items.map((item: {name: string}) => item.name);
}

test('contact reports are found by all nine terms, latest first', async t => {
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
    'a report’s date counts as its first second',
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

test('a term of another search is rejected; expand is unsupported and ignored', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const {status, body} = await client.get('contact_reports/search?q[]=city=Oslo;updated_from=x');
  t.is(status, 400);
  t.true(body.description.startsWith('Unknown query parameter: city; updated_from: must be a moment'));
  const plain = await client.get('contact_reports/search');
  t.deepEqual((await client.get('contact_reports/search?expand=y')).body.items, plain.body.items);
});

const idTerms = {
  constituents: ['keyword', 'groups', 'membership_level'],
  contact_reports: ['contact_report_type_id', 'constituent_id', 'const_keyword'],
  gifts: ['gift_ids'],
  volunteer_times: ['volunteering_category_id', 'constituent_id', 'const_keyword'],
};

test('observed 15: an id term with a text value returns no results instead of an error', async t => {
  const client = ownAccount(await startTestSandbox(t));
  for (const [path, terms] of Object.entries(idTerms)) {
    for (const name of terms) {
      for (const value of ['Newsletter', 'a,b', '-1', '0', '1.5']) {
        const {status, body} = await client.get(`${path}/search?q[]=${name}=${value}`);
        t.is(status, 200, `${path} ${name}=${value}`);
        t.is(body.total_items, 0, `${path} ${name}=${value}`);
      }
      t.is((await client.get(`${path}/search?q[]=${name}=`)).status, 400, 'a blank value is an error');
    }
  }
  const [{constituent_id}] = await everyItem(client, 'contact_reports');
  const {body} = await client.get(`contact_reports/search?q[]=constituent_id=x,${constituent_id}`);
  t.true(body.total_items > 0, 'ids mixed with texts still match');
});

test('observed 15: invalid values with an operator are errors; strict mode also rejects texts', async t => {
  const client = ownAccount(await startTestSandbox(t, {strict: true}));
  t.is((await client.get('gifts/search?q[]=funds=in|x')).status, 400);
  const {status, body} = await client.get('contact_reports/search?q[]=constituent_id=x');
  t.is(status, 400);
  t.is(body.description, 'constituent_id: must be comma-separated ids, got "x"');
});

test('observed 17: the last of several q without brackets is used; all q[] are used', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const total = async (query: string) => (await client.get(`contact_reports/search?${query}`)).body.total_items;
  const all = await total('');
  t.is(await total('q=name=Nobody&q=original_date_from=1990-01-01'), all);
  t.is(await total('q=original_date_from=1990-01-01&q=name=Nobody'), 0);
  t.is(await total('q[]=name=Nobody&q[]=original_date_from=1990-01-01'), 0);
  t.is(await total('q[]=name=Nobody&q=original_date_from=1990-01-01'), 0);
});

test('observed 20: every search rejects a value without =', async t => {
  const client = ownAccount(await startTestSandbox(t));
  for (const path of ['constituents', 'contact_reports', 'gifts', 'volunteer_times', 'lists']) {
    const {status, body} = await client.get(`${path}/search?q[]=smith`);
    t.is(status, 400, path);
    t.is(body.description, 'Unknown query parameter: smith');
  }
});
