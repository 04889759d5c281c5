import {readFileSync} from 'node:fs';
import test from 'ava';
import {fromCommandLine, readOptions} from '../../src/cli/options/option-table.js';
import {sandboxOf, startTable} from '../../src/cli/options/start-options.js';
import {assumptions, assumptionsOn, assumptionsOnAllOf, sections} from '../../src/openapi/assumptions/index.js';
import {type Operation, statuses} from '../../src/operations/operation.js';
import {operations} from '../../src/resources/index.js';
import {settingRanges, settingsOf, switches} from '../../src/settings.js';
import {assumptionsPage, optionOf, switchRows} from '../support/assumptions-page.js';
import {root} from '../support/pages.js';

test('docs/reference/assumptions.md is what the assumptions say: npm run docs writes it', t => {
  t.is(readFileSync(`${root}docs/reference/assumptions.md`, 'utf8'), assumptionsPage());
});

test('each point stands once in its section', t => {
  for (const {title, assumptions} of sections) {
    t.is(new Set(assumptions.map(({point}) => point)).size, assumptions.length, title);
  }
});

test('each switch names an option of start, with a value that it takes', t => {
  for (const assumption of switchRows) {
    const {name, value} = optionOf(assumption);
    const option = startTable[name];
    t.truthy(option, assumption.option);
    t.is(typeof option.read(undefined, name) === 'boolean', value === undefined);
    t.notThrows(() => option.read(value ?? true, assumption.option));
  }
});

test('each setting, and each assumption, has its switch', t => {
  const turned = switchRows.map(optionOf).map(({name, value}) => (name === 'assume' ? value!.split('=')[0]! : name));
  const {assume, ...others} = settingsOf({rateLimit: 1});
  const settings = Object.keys(others).map(name => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`));
  t.deepEqual([...new Set(turned)].sort(), [...Object.keys(assume), ...settings].sort());
  t.deepEqual(Object.keys(assume), Object.keys(switches));
});

test('each switch makes the settings others than usual', t => {
  for (const assumption of switchRows) {
    const {name, value = true} = optionOf(assumption);
    const options = readOptions(startTable, fromCommandLine(startTable, {[name]: value}));
    t.notDeepEqual(settingsOf(sandboxOf(options)), settingsOf(), assumption.option);
  }
});

test('the page says what the code does with numbers', t => {
  const page = assumptionsPage();
  t.true(page.includes(`${settingsOf().maxLimit}; a larger one is served as ${settingsOf().maxLimit}`));
  t.true(page.includes(`from ${settingRanges.maxLimit[0]} to ${settingRanges.maxLimit[1].toLocaleString('en')}`));
});

const fieldsOf = {
  parameters: ({query}: Operation) => Object.keys(query?.shape ?? {}),
  body: ({body}: Operation) => Object.keys(body?.shape ?? {}),
  reply: ({reply}: Operation) => (reply.kind === 'result' ? [] : Object.keys(reply.schema.shape)),
  statuses,
} as const;

const parts = Object.keys(fieldsOf) as ReadonlyArray<keyof typeof fieldsOf>;

test('each place of a assumption is one that operations have', t => {
  for (const {point, places} of assumptions) {
    for (const place of places) {
      const named = place.operations?.map(id => operations.find(operation => operation.id === id));
      t.false(named?.includes(undefined) ?? false, `${point}: ${place.operations}`);
      for (const part of parts) {
        const names: ReadonlyArray<string | number> = place[part] ?? [];
        const had = (named ?? operations).flatMap(
          (operation): ReadonlyArray<string | number> => fieldsOf[part](operation!),
        );
        for (const name of names) {
          t.true(had.includes(name), `${point}: ${part} ${name}`);
        }
      }
    }
  }
});

test('a part of an operation knows the assumptions on it', t => {
  const points = (...of: Parameters<typeof assumptionsOn>) => assumptionsOn(...of).map(({point}) => point);
  t.deepEqual(points('listGroups', 'parameters', 'limit'), ['`limit`, `offset`', 'largest `limit`']);
  t.deepEqual(points('showAppealRequest', 'reply', 'raised'), ['`raised`']);
  t.deepEqual(points('showGift', 'reply', 'raised'), []);
  t.true(points('searchConstituents', 'parameters', 'q[]').includes('`membership_status`'));
  t.false(points('searchGifts', 'parameters', 'q[]').includes('`membership_status`'));
  t.deepEqual(points('deleteKeyword', 'statuses', 507), ['507 `Insufficient Storage`']);
  t.deepEqual(
    points('showKeyword', 'statuses', 507),
    ['507 `Insufficient Storage`'],
    'it may be the first of an account',
  );
  t.deepEqual(
    assumptionsOnAllOf('deleteCategory').map(({point}) => point),
    ['category deleted'],
  );
});

test('every status that the contract does not list is told of', t => {
  for (const operation of operations) {
    for (const status of statuses(operation)) {
      const isListed = operation.codes.includes(status) || status === 200;
      t.true(isListed || assumptionsOn(operation.id, 'statuses', status).length > 0, `${operation.id} ${status}`);
    }
  }
});
