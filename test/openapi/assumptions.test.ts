import test from 'ava';
import {fromCommandLine, readOptions} from '../../src/cli/options/option-table.js';
import {sandboxOf, startTable} from '../../src/cli/options/start-options.js';
import {assumptionScopes} from '../../src/openapi/assumption-scopes.js';
import {assumptionsOn, assumptionsOnAllOf, reasonOf} from '../../src/openapi/assumptions.js';
import {type Operation, statuses} from '../../src/operations/operation.js';
import {operations} from '../../src/resources/index.js';
import {type SwitchEntry, settingRanges, settingsOf, switches} from '../../src/settings.js';
import {assumptionsPage, assumptionTables, optionOf, switchRows} from '../support/assumptions-page.js';

test('each row of docs/reference/assumptions.md has all columns and a unique point', t => {
  const points = assumptionTables.flatMap(([title, rows]) => {
    for (const row of rows) {
      t.is(row.length, title === 'Switches' ? 5 : 2, `${title}: ${row[0]}`);
      t.true(
        row.every(cell => cell.trim() !== ''),
        row.join(),
      );
    }
    return rows.map(([point]) => point);
  });
  t.true(points.length > 150);
  t.is(new Set(points).size, points.length);
});

test('each scoped assumption is on the page with the text of the OpenAPI document', t => {
  const rows = assumptionTables.flatMap(([, rows]) => rows);
  for (const [point] of assumptionScopes) {
    const [, does] = rows.find(row => row[0] === point) ?? [];
    t.is(reasonOf(point), `${point}: ${does}`);
  }
  t.is(new Set(assumptionScopes.map(([point]) => point)).size, assumptionScopes.length);
  t.throws(() => reasonOf('unheard of'), {message: 'docs/reference/assumptions.md has no row for unheard of'});
});

test('the page has the same grade for each switch as the code', t => {
  for (const row of switchRows) {
    const {name, value = ''} = optionOf(row);
    const entry: SwitchEntry | undefined = Object.entries(switches).find(([key]) => value.startsWith(`${key}=`))?.[1];
    const isOfService = name === 'rate-limit'; // a setting that the service documents, not a switch
    t.is(row.grade, entry?.grade ?? (isOfService ? 'declared' : 'assumed'), row.point);
  }
});

test('each switch on the page names a start option with a valid value', t => {
  for (const assumption of switchRows) {
    const {name, value} = optionOf(assumption);
    const option = startTable[name];
    t.truthy(option, assumption.option);
    t.is(typeof option.read(undefined, name) === 'boolean', value === undefined);
    t.notThrows(() => option.read(value ?? true, assumption.option));
  }
});

test('each setting and each assumption has a switch on the page', t => {
  const documented = switchRows
    .map(optionOf)
    .map(({name, value}) => (name === 'assume' ? value!.split('=')[0]! : name));
  const {assume, ...rest} = settingsOf({rateLimit: 1});
  const settings = Object.keys(rest).map(name => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`));
  t.deepEqual([...new Set(documented)].sort(), [...Object.keys(assume), ...settings].sort());
  t.deepEqual(Object.keys(assume), Object.keys(switches));
});

test('each switch changes the default settings', t => {
  for (const assumption of switchRows) {
    const {name, value = true} = optionOf(assumption);
    const options = readOptions(startTable, fromCommandLine(startTable, {[name]: value}));
    t.notDeepEqual(settingsOf(sandboxOf(options)), settingsOf(), assumption.option);
  }
});

test('the page has the limits of the code', t => {
  t.true(assumptionsPage.includes(`${settingsOf().maxLimit}; a larger one is served as ${settingsOf().maxLimit}`));
  t.true(
    assumptionsPage.includes(`from ${settingRanges.maxLimit[0]} to ${settingRanges.maxLimit[1].toLocaleString('en')}`),
  );
});

const fieldsOf = {
  parameters: ({query}: Operation) => Object.keys(query?.shape ?? {}),
  body: ({body}: Operation) => Object.keys(body?.shape ?? {}),
  reply: ({reply}: Operation) => (reply.kind === 'result' ? [] : Object.keys(reply.schema.shape)),
  statuses,
} as const;

const parts = Object.keys(fieldsOf) as ReadonlyArray<keyof typeof fieldsOf>;

test('each scope of an assumption names existing operations and fields', t => {
  for (const [point, scope] of assumptionScopes) {
    const named = scope.operations?.map(id => operations.find(operation => operation.id === id));
    t.false(named?.includes(undefined) ?? false, `${point}: ${scope.operations}`);
    for (const part of parts) {
      const names: ReadonlyArray<string | number> = scope[part] ?? [];
      const existing = (named ?? operations).flatMap(
        (operation): ReadonlyArray<string | number> => fieldsOf[part](operation!),
      );
      for (const name of names) {
        t.true(existing.includes(name), `${point}: ${part} ${name}`);
      }
    }
  }
});

test('assumptionsOn returns the assumptions about a part of an operation', t => {
  t.deepEqual(assumptionsOn('listGroups', 'parameters', 'limit'), ['`limit`, `offset`', 'largest `limit`']);
  t.deepEqual(assumptionsOn('showAppealRequest', 'reply', 'raised'), ['`raised`']);
  t.deepEqual(assumptionsOn('showGift', 'reply', 'raised'), []);
  t.true(assumptionsOn('searchConstituents', 'parameters', 'q[]').includes('`membership_status`'));
  t.false(assumptionsOn('searchGifts', 'parameters', 'q[]').includes('`membership_status`'));
  t.deepEqual(assumptionsOn('deleteKeyword', 'statuses', 507), ['507 `Insufficient Storage`']);
  t.deepEqual(
    assumptionsOn('showKeyword', 'statuses', 507),
    ['507 `Insufficient Storage`'],
    'it may be the first request of an account',
  );
  t.deepEqual(assumptionsOnAllOf('deleteCategory'), ['category deleted']);
});

test('every status that the contract does not list has an assumption', t => {
  for (const operation of operations) {
    for (const status of statuses(operation)) {
      const isListed = operation.codes.includes(status) || status === 200;
      t.true(isListed || assumptionsOn(operation.id, 'statuses', status).length > 0, `${operation.id} ${status}`);
    }
  }
});
