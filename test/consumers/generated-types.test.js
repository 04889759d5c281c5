import {execFile} from 'node:child_process';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import test from 'ava';
import {servedDocument} from '../../dist/src/openapi/served-document.js';
import {catalog} from '../../dist/src/resources/index.js';
import {filesWithErrors} from './installed-package.js';

const run = promisify(execFile);

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The generator needs another version of TypeScript than the project. */
const folder = fileURLToPath(new URL('.', import.meta.url));
const program = name => path.join(folder, 'node_modules', name);

/** A program with the types that a user generates and the types that the package exports. */
const client = exported => `
import type {components, paths} from './generated.js';
import type * as sandbox from ${JSON.stringify(exported)};

type Schemas = components['schemas'];
type IsAny<T> = 0 extends 1 & T ? true : false;
type Fits<A, B> = IsAny<A> extends true ? false : [A] extends [B] ? true : false;
type Same<A, B> = Fits<A, B> extends true ? Fits<B, A> : false;

${replies.map(name => `export const reply${name}: Same<sandbox.${name}, Schemas['${name}']> = true;`).join('\n')}
${bodies.map(name => `export const body${name}: Fits<sandbox.${name}, Schemas['${name}']> = true; // ${name}`).join('\n')}

export type Search = paths['/api/v1/constituents/search']['get']['parameters']['query'];
export const search: Search = {'q[]': ['name=smith'], sort: 'date_updated!', expand: ['groups'], limit: 5};
export type Page = paths['/api/v1/groups']['get']['responses'][200]['content']['application/json'];
export const names = (page: Page): string[] => page.items.map(group => group.name);
export const gift: Schemas['GiftCreate'] = {gift_type_id: 1, received_amount: 5};
`;

const replies = [
  'AppealRequest',
  'Appeal',
  'AppealListItem',
  'Attribute',
  'Campaign',
  'Category',
  'Constituent',
  'ConstituentListItem',
  'ConstituentSearchItem',
  'ContactReport',
  'EmailAddress',
  'Event',
  'Fund',
  'Gift',
  'GiftCategory',
  'GiftListItem',
  'GiftType',
  'Group',
  'GroupMembership',
  'Invitation',
  'Keyword',
  'List',
  'MailingTemplate',
  'Membership',
  'MembershipLevel',
  'PaymentType',
  'PhoneNumber',
  'RelationshipType',
  'StreetAddress',
  'TeamMember',
  'TypeValue',
  'WebAddress',
];
const bodies = [
  'AppealCreate',
  'AppealUpdate',
  'AppealRequestCreate',
  'AppealRequestUpdate',
  'CampaignCreate',
  'CampaignUpdate',
  'CategoryCreate',
  'CategoryUpdate',
  'ConstituentCreate',
  'ConstituentUpdate',
  'ContactReportCreate',
  'ContactReportUpdate',
  'EmailAddressCreate',
  'EmailAddressUpdate',
  'EventCreate',
  'EventUpdate',
  'FundCreate',
  'FundUpdate',
  'GiftCreate',
  'GiftUpdate',
  'GroupCreate',
  'GroupUpdate',
  'GroupMembershipCreate',
  'GroupMembershipUpdate',
  'InvitationCreate',
  'InvitationUpdate',
  'KeywordCreate',
  'KeywordUpdate',
  'MembershipCreate',
  'MembershipUpdate',
  'MembershipLevelCreate',
  'MembershipLevelUpdate',
  'PhoneNumberCreate',
  'PhoneNumberUpdate',
  'StreetAddressCreate',
  'StreetAddressUpdate',
  'WebAddressCreate',
  'WebAddressUpdate',
];

test('types generated from the document compile and match the exported types', async t => {
  t.timeout(180_000);
  // Inside the project, so that installed packages are found.
  await mkdir(path.join(folder, 'node_modules/.cache'), {recursive: true});
  const target = await mkdtemp(path.join(folder, 'node_modules/.cache/generated-types-'));
  t.teardown(() => rm(target, {recursive: true}));
  const document = servedDocument(catalog).documentAt('http://127.0.0.1:4080');
  await writeFile(path.join(target, 'openapi.json'), JSON.stringify(document));
  const generated = path.join(target, 'generated.ts');
  await run(process.execPath, [
    program('openapi-typescript/bin/cli.js'),
    path.join(target, 'openapi.json'),
    '-o',
    generated,
  ]);

  const text = client(path.relative(target, path.join(root, 'dist/bundle/index.js')).split(path.sep).join('/'));
  await writeFile(path.join(target, 'client.ts'), text);
  await writeFile(path.join(target, 'wrong.ts'), `${text}export const wrong: Schemas['Group'] = {id: 'one'};\n`);
  const words = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2022'];
  const compiler = [program('typescript/bin/tsc'), ...words, 'client.ts', 'wrong.ts'];
  const {stdout} = await t.throwsAsync(run(process.execPath, compiler, {cwd: target}));
  t.regex(stdout, /error TS2322/, 'the compiler must check the types');
  t.deepEqual(filesWithErrors(stdout), ['wrong.ts']);
});
