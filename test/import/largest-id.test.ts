import test from 'ava';
import {SnapshotError} from '../../src/persistence/snapshot/snapshot-error.js';
import {readSnapshot, snapshotText} from '../../src/persistence/snapshot/snapshot-format.js';
import {schema} from '../../src/resources/index.js';
import {dump, load, openBare, refusal} from './loads.js';

const largest = 999_999_999_999;

test('no record is created after the largest id, and a snapshot with that id can be read back', async t => {
  const account = openBare();
  await load({groups: [{id: largest, name: 'Last'}]}, account);
  t.is(
    await refusal({groups: [{name: 'One more'}]}, account),
    `No id is left for groups: ${largest} is the largest, and a record has it; reset the account`,
  );
  t.regex(await refusal({groups: [{id: largest + 1, name: 'Beyond'}]}), /must be an integer from 1 to 999999999999/);
  const text = [...snapshotText(account.state, 1, schema)].join('');
  const {state} = await readSnapshot(text, schema);
  t.deepEqual(dump({...account, records: state.records} as typeof account), dump(account));
  await load({funds: [{name: 'Other kinds are unaffected'}]}, account);
});

test('a snapshot with an id above the largest is rejected', async t => {
  const account = openBare();
  await load({groups: [{id: largest, name: 'Last'}]}, account);
  const text = [...snapshotText(account.state, 1, schema)].join('');
  const {checksum: _, ...document} = JSON.parse(text.replaceAll(String(largest), String(largest + 1)));
  document.next_ids.groups = largest + 2;
  const error = await t.throwsAsync(readSnapshot(JSON.stringify(document), schema), {instanceOf: SnapshotError});
  t.regex(error?.message ?? '', /records\.groups\[\d+\]\.id.* is 1000000000000; 999999999999 is the largest/);
});
