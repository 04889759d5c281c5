import {writeFileSync} from 'node:fs';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {startSandbox} from '../../src/index.js';
import {newFolder} from '../support/cli.js';
import {startTestSandbox} from '../support/sandbox.js';

async function fileOf(t: ExecutionContext, document: object | string): Promise<string> {
  const file = path.join(await newFolder(t), 'account.json');
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document));
  return file;
}

const withKinds = (kinds: object) => ({format: 'crm-sandbox account', version: 1, kinds});

for (const [flaw, document, error] of [
  [
    'truncated JSON',
    '{"format": "crm-sandbox account", "kinds": {"funds": [{"name": "Ada',
    ' is not JSON at character 68',
  ],
  [
    'another format',
    {records: {funds: []}},
    ' is not a file of crm-sandbox learn: format: Invalid input: expected "crm-sandbox account"',
  ],
  [
    'a later version',
    {...withKinds({}), version: 2},
    ' is not a file of crm-sandbox learn: version: Invalid input: expected 1',
  ],
  [
    'a list of people',
    withKinds({constituents: []}),
    /^ must have no kinds\.constituents: the lists of an account are contact_report_types, /,
  ],
  ['a list of an unknown kind', withKinds({fund: []}), /^ must have no kinds\.fund: the lists/],
  [
    'no gift types',
    withKinds({gift_types: []}),
    ' must have an entry in kinds.gift_types, or no gift can be generated',
  ],
  [
    'an unknown field',
    withKinds({funds: [{id: 7, nmae: 'x'}]}),
    ': kinds.funds[0].nmae: unknown field; did you mean name?',
  ],
  [
    'an invalid value',
    withKinds({funds: [{id: 7}, {id: 8, financial_goal: 'ten'}]}),
    ': kinds.funds[1].financial_goal: must be a number, got "ten"',
  ],
  ['a duplicate id', withKinds({funds: [{id: 7}, {id: 7}]}), ': kinds.funds[1].id: 7 is here twice among funds'],
  ['an entry without a name', withKinds({groups: [{id: 7}]}), ': kinds.groups[0].name: is required'],
  [
    'an unknown type',
    withKinds({gift_categories: [{id: 7, display_name: 'A', gift_type_id: 99}]}),
    ': kinds.gift_categories[0].gift_type_id: there is no gift type with id 99',
  ],
  [
    'an invalid keyword',
    withKinds({categories: [{id: 7, name: 'A', item_type: 'Gift', keywords: [{id: 8, name: 5}]}]}),
    ': kinds.categories[0].keywords[0].name: must be a string, got 5',
  ],
] as const) {
  test(`a file with ${flaw} is rejected with its location`, async t => {
    const file = await fileOf(t, document);
    const {message} = (await t.throwsAsync(startSandbox({fromAccount: file})))!;
    t.true(message.startsWith(file), message);
    if (typeof error === 'string') {
      t.is(message.slice(file.length), error);
    } else {
      t.regex(message.slice(file.length), error);
    }
  });
}

test('a type that is only named by a reference is added with its id', async t => {
  const kinds = {
    mailing_types: [{id: 5, name: 'Letter'}],
    mailing_templates: [{id: 7, name: 'Thanks', mailing_type_id: 33, mailing_type_name: 'Parcel'}],
  };
  const {get} = await startTestSandbox(t, {fromAccount: await fileOf(t, withKinds(kinds)), profile: 'empty'});
  t.deepEqual(
    (await get('/api/v1/types/mailing_types')).body.items.map(({id, name}: {id: number; name: string}) => [id, name]),
    [
      [5, 'Letter'],
      [33, 'Parcel'],
    ],
  );
});

test('from and fromAccount cannot be combined', async t => {
  await t.throwsAsync(startSandbox({from: 'a.json', fromAccount: 'b.json'}), {
    code: 'INVALID_ARGUMENT',
    message: 'startSandbox: from and fromAccount are mutually exclusive: give one of them',
  });
});
