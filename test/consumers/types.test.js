import path from 'node:path';
import test from 'ava';
import {startSandbox} from '../../dist/bundle/index.js';
import {nameSchemas} from '../../dist/src/openapi/schema-names.js';
import {seedSchema} from '../../dist/src/openapi/seed-schema.js';
import {catalog} from '../../dist/src/resources/index.js';
import {consumerPackages, filesWithErrors, packedFor, projectWith} from './installed-package.js';

const tarball = packedFor(test);

/** Records of each collection in a diff: generated ones and those of the example. */
async function storedRows() {
  const sandbox = await startSandbox();
  await sandbox.snapshot('generated');
  await sandbox.seed({records, mode: 'replace'});
  const {created, deleted} = await sandbox.diff('generated');
  await sandbox.close();
  const someOf = (lists, name) => lists[name]?.slice(0, 20) ?? [];
  return Object.fromEntries(
    Object.keys(records).map(name => [name, [...someOf(created, name), ...someOf(deleted, name)]]),
  );
}

const {outputs, inputs} = nameSchemas(catalog);
const [{records}] = seedSchema(catalog).examples;

/** Records of responses and request bodies can be used as records of a seed. */
const recordsOfApi = catalog.kinds
  .filter(({name}) => name in records)
  .flatMap(({name, output, detail, body}) => {
    const types = [outputs.get(output), outputs.get(detail?.output), inputs.get(body)].filter(
      type => type !== undefined,
    );
    return types.map(type => `export const ${name}As${type} = (one: crm.${type}): SeedRecords => ({${name}: [one]});`);
  });

const uses = rows => `
import type * as crm from 'crm-sandbox';
import {startSandbox, type CollectionRows, type Gift, type GiftSeed} from 'crm-sandbox';
import type {OperationId, SeedRecords} from 'crm-sandbox';
import file from './records.json';

const custom_fields = [{id: '$interests', values: [{id: '$chess'}]}];
const one: GiftSeed = {constituent_id: '$ada', received_amount: '50.00', custom_fields};
export const examples: SeedRecords = ${JSON.stringify(records)};
export const rows: {[name in keyof CollectionRows]?: Array<CollectionRows[name]>} = ${JSON.stringify(rows)};
${recordsOfApi.join('\n')}

export async function use(gift: Gift): Promise<number> {
  await using sandbox = await startSandbox({
    findings: {preset: 'strict', rules: {'zero-gift': 'off'}},
    suppressions: [{rule: 'put-used', reason: 'it is old'}],
    assume: {keyword_delete: 'permanent'},
    scenario: ['lost-gift'],
    faults: ['createGift#2:lost', {operation: '*', fault: {delay: {uniform: {min: 1, max: 2}}}}],
  });
  await sandbox.seed(file);
  const {counts} = await sandbox.seed({
    records: {
      constituents: [{$id: 'ada', first_name: 'Ada', email_addresses: [{address: 'ada@example.org'}]}],
      gifts: [one, gift, {constituent_id: '$ada', gift_type_id: 1, fund_id: 7, external_id: 'x-1'}],
    },
    mode: 'merge',
  });
  const {created, changed, deleted} = await sandbox.diff();
  const amount: number = created.gifts[0].received_amount + deleted.gifts[0].received_amount;
  const name: string | null = changed.constituents[0].fields.first_name.to;
  const people: Array<CollectionRows['constituents']> = created.constituents;
  await sandbox.fault({operation: 'createGift', nth: 2, fault: {status: 503, retry_after: 7}});
  await sandbox.fault({operation: undefined, fault: {truncate: {fraction: 0.5}}});
  const [verified] = await sandbox.verify({operation: 'createGiftOfConstituent', body: {fund_id: 7}, times: 1});
  await sandbox.verify({sequence: [{operation: 'searchConstituents'}, {operation: 'createGift'}]});
  const ofOne: number | undefined = verified?.change?.created.gifts[0].constituent_id;
  const [listed] = await sandbox.requests({operation: 'createGift', status: '4xx'});
  const operation: OperationId | null | undefined = listed?.operation;
  const {change} = await sandbox.request(1);
  const isZero = (await sandbox.findings()).some(({rule}) => rule === 'zero-gift' || rule === 'unused-suppression');
  const isLate = listed?.fault?.kind === 'delay';
  const known = {operation: 'createGiftOfConstituent', verdict: 'lost', reason: 'known'} as const;
  const {cases} = await sandbox.check({command: ['true']}, {cases: [known]});
  const kind: keyof CollectionRows | undefined = cases[0]?.records[0]?.kind;
  void [name, people, ofOne, operation, change?.created.funds[0].name, isZero, isLate, kind];
  return amount + counts.gifts;
}
`;

/** Each line has one mistake. The compiler must name or point to the word at its end. */
const mistakes = {
  'a field of a seed': 'sandbox.seed({records: {gifts: [{recieved_amount: 5}]}}); // recieved_amount',
  'a field of a nested record of a seed':
    "sandbox.seed({records: {constituents: [{email_addresses: [{adress: 'x'}]}]}}); // adress",
  'a field of a value in a seed': 'sandbox.seed({records: {gifts: [{custom_fields: [{valeus: []}]}]}}); // valeus',
  'a field of another kind in a seed': 'sandbox.seed({records: {funds: [{received_amount: 5}]}}); // received_amount',
  'the type of a field of a seed': "sandbox.seed({records: {gifts: [{received_amount: 'ten'}]}}); // ten",
  'a kind of a seed': 'sandbox.seed({records: {gift: []}}); // gift',
  'a collection of a diff': '(await sandbox.diff()).created.gitfs; // gitfs',
  'a field of a diff': '(await sandbox.diff()).created.gifts[0].amount; // amount',
  'a field that a row does not have': '(await sandbox.diff()).deleted.gifts[0].team_member_email; // team_member_email',
  'a changed field': '(await sandbox.diff()).changed.gifts[0].fields.amount; // amount',
  'a field in the change of a request': '(await sandbox.request(1)).change?.created.gifts[0].amount; // amount',
  'a field in the change of a verified request':
    '(await sandbox.verify({}))[0]?.change?.created.gifts[0].amount; // amount',
  'a count': '(await sandbox.status()).counts.gitfs; // gitfs',
  'an operation of verify': "sandbox.verify({operation: 'createGfit'}); // createGfit",
  'an operation of a step': "sandbox.verify({sequence: [{operation: 'createGfit'}]}); // createGfit",
  'an operation of requests': "sandbox.requests({operation: 'createGfit'}); // createGfit",
  'an operation of a request': "(await sandbox.requests())[0]?.operation === 'createGfit'; // createGfit",
  'an operation of a fault': "sandbox.fault({operation: 'createGfit', fault: {lost: true}}); // createGfit",
  'an ambiguous operation': "sandbox.verify({operation: 'createInvitation'}); // createInvitation",
  'a kind of fault': 'sandbox.fault({fault: {lots: true}}); // lots',
  'no fault': 'sandbox.fault({fault: {}}); // {}',
  'two faults': 'sandbox.fault({fault: {lost: true, hold: true}}); // hold',
  'a detail of another fault': 'sandbox.fault({fault: {lost: true, retry_after: 5}}); // retry_after',
  'two parts of a fault': 'sandbox.fault({fault: {truncate: {bytes: 5, fraction: 0.5}}}); // fraction',
  'a kind of fault of a request': "(await sandbox.requests())[0]?.fault?.kind === 'dealy'; // dealy",
  'a rule': "startSandbox({findings: {rules: {'zero-gfit': 'off'}}}); // zero-gfit",
  'a rule of a suppression': "startSandbox({suppressions: [{rule: 'zero-gfit', reason: 'x'}]}); // zero-gfit",
  'a rule of a finding': "(await sandbox.findings())[0]?.rule === 'zero-gfit'; // zero-gfit",
  'an assumption': "startSandbox({assume: {keyword_delte: 'permanent'}}); // keyword_delte",
  'a value of an assumption': "startSandbox({assume: {keyword_delete: 'permanant'}}); // permanant",
  'a scenario': "startSandbox({scenario: 'lost-gfit'}); // lost-gfit",
  'a code of an error': "new VerificationError(failure).code === 'VERIFICATON_FAILED'; // VERIFICATON_FAILED",
  'an option': 'startSandbox({prot: 1}); // prot',
};

const misspelt = `
import {startSandbox, VerificationError, type RunningSandbox} from 'crm-sandbox';
declare const sandbox: RunningSandbox;
declare const failure: ConstructorParameters<typeof VerificationError>[0];
`;

for (const [module, moduleResolution] of [
  ['node16', 'node16'],
  ['esnext', 'bundler'],
]) {
  test(`correct code compiles, and every misspelling is reported: ${moduleResolution}`, async t => {
    const project = await projectWith(t, tarball());
    const compilerOptions = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      resolveJsonModule: true,
      target: 'es2022',
      lib: ['es2023', 'esnext.disposable'],
      types: [],
      module,
      moduleResolution,
    };
    await project.write(
      'records.json',
      JSON.stringify({$schema: 'x', records: {gifts: records.gifts, categories: records.categories}}),
    );
    const rows = await storedRows();
    const missing = Object.keys(rows).filter(name => rows[name].length === 0);
    t.deepEqual(missing, []);
    const lines = Object.values(mistakes);
    await project.write('right.ts', uses(rows));
    await project.write('wrong.ts', `${misspelt}${lines.join('\n')}\n`);
    await project.write('tsconfig.json', JSON.stringify({compilerOptions, files: ['right.ts', 'wrong.ts']}));
    const compiler = path.join(consumerPackages, 'typescript/bin/tsc');
    const {message: output} = await t.throwsAsync(project.run(process.execPath, [compiler, '-p', '.']));
    t.deepEqual(filesWithErrors(output), ['wrong.ts']);
    for (const [index, [about, line]] of Object.entries(mistakes).entries()) {
      const row = misspelt.split('\n').length + index;
      const [, column, message] = new RegExp(`wrong\\.ts\\(${row},(\\d+)\\): error (.*)`).exec(output) ?? [];
      const [, name] = line.split(' // ');
      const isNamed = message?.includes(name) || line.slice(column - 1).startsWith(name);
      t.true(isNamed, `${about}: ${message ?? 'it compiles'}`);
    }
  });
}
