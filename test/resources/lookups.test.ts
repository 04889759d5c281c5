import test from 'ava';
import {everyItem, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

test('the ids that are the same in every account are', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const pairs = async (path: string) => (await everyItem(client, path)).map(({id, name}) => `${id} ${name}`).join(', ');
  t.is(
    await pairs('gift_types'),
    '1 Gift, 5 Other Income, 7 Pledge, 8 In Kind, 9 Soft Credit, 10 In Honor of, 11 In Memory of, 12 Matching, 13 Installment, 15 Peer Credit',
  );
  t.is(await pairs('types/email_address_types'), '1 Home, 2 Work, 3 Other, 4 Assistant');
  t.is(await pairs('types/street_address_types'), '1 Home, 2 Work, 3 Other, 4 School');
  t.is(
    await pairs('types/phone_number_types'),
    '1 Home, 2 Work, 3 Mobile, 4 Other, 5 Fax, 6 Skype, 7 Assistant, 8 Pager',
  );
  t.is(await pairs('types/web_address_types'), '5 Website, 6 Facebook, 7 Twitter, 8 LinkedIn');
});

test('lists of types hold their values, and each answers on its own', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const types = await everyItem(client, 'types');
  t.true(types.length >= 9);
  for (const {name, key, values} of types) {
    t.is(name.toLowerCase().replaceAll(' ', '_'), key);
    t.deepEqual(await everyItem(client, `types/${key}`), values);
  }
  t.is((await client.get('types/contact_report_types')).body.item_type, 'contact_report_type');
  const {status, body} = await client.get('types/shoe_sizes');
  t.is(status, 404);
  t.true(body.description.startsWith('There is no type "shoe_sizes"'));
});

test('gift categories are listed by gift type, mailing templates by mailing type, attributes by item type', async t => {
  const client = ownAccount(await startTestSandbox(t));
  const pledges = await everyItem(client, 'gift_categories?gift_type_id=7');
  t.deepEqual(
    pledges.map(({display_name}) => display_name),
    ['Standard Pledge', 'Grant'],
  );
  t.is((await everyItem(client, 'gift_categories')).length, 5);
  const [acknowledgment] = await everyItem(client, 'types/mailing_types');
  t.is((await everyItem(client, `mailing_templates?mailing_type_id=${acknowledgment.id}`)).length, 2);
  t.is((await everyItem(client, 'mailing_templates?mailing_type_id=1')).length, 0);
  const ofRequests = await everyItem(client, 'attributes?item_type=AppealRequest');
  t.true(ofRequests.length > 0 && ofRequests.every(({item_type}) => item_type === 'AppealRequest'));
  for (const query of [
    'gift_categories?gift_type_id=x',
    'mailing_templates?mailing_type_id=',
    'attributes?item_type=Gift',
  ]) {
    const {status, body} = await client.get(query);
    t.is(status, 400, query);
    t.is(body.error, 'Parameter Error');
  }
});

test('next_link keeps what the list was filtered by', async t => {
  const sandbox = await startTestSandbox(t);
  const client = ownAccount(sandbox);
  const {body} = await client.get('gift_categories?limit=1&gift_type_id=1&page=7&access_token=x');
  t.is(body.next_link, `${sandbox.url}/api/v1/gift_categories?gift_type_id=1&limit=1&offset=1`);
});
