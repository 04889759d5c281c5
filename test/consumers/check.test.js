import {cp, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {blocksOf} from '../../dist/test/support/pages.js';
import {packedFor, projectWith, root} from './installed-package.js';

const tarball = packedFor(test);

/** Longer than the clients wait, and shorter than usual. */
const patience = {CRM_SANDBOX_PATIENCE: '10s'};

/** Runs a command that may fail. @returns what it printed, and whether it failed */
const attempt = (project, program, words) =>
  project.run(program, words, patience).then(
    told => ({told, failed: false}),
    ({message}) => ({told: message, failed: true}),
  );

test('the page leads from a bad client to a careful one', async t => {
  const project = await projectWith(t, tarball());
  const ends = [];
  for (const {language, file, run, text} of blocksOf('docs/test/check.md')) {
    if (file !== undefined) {
      await project.write(file, text);
    } else if (language === 'sh' && run === 'check') {
      const {told, failed} = await attempt(project, 'sh', ['-c', text]);
      ends.push(failed);
      t.regex(told, failed ? /^Check: If .*Ada Test/m : /^Check: No harm that counts/m);
    }
  }
  t.deepEqual(ends, [true, true, false], 'the bad one fails, and the failing one with --rerun');
  const {told, failed} = await attempt(project, process.execPath, ['--test', 'check.test.js']);
  t.false(failed, told);
});

/** Has the check of a project run the sync without npm, which takes longer than the sync in each of a hundred trials. */
async function checkWithoutNpm(t, folder) {
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  const {check, sync} = manifest.scripts;
  t.true(check.endsWith(' -- npm run sync'));
  manifest.scripts.check = check.replace('npm run sync', sync);
  await writeFile(file, JSON.stringify(manifest));
}

test('the example of a donation form passes its tests and its check', async t => {
  const project = await projectWith(t, tarball());
  await cp(path.join(root, 'examples'), path.join(project.folder, 'examples'), {recursive: true});
  const example = words => project.run('npm', ['--prefix', 'examples/donation-form', 'run', ...words]);
  await t.notThrowsAsync(example(['test']));
  await checkWithoutNpm(t, path.join(project.folder, 'examples/donation-form'));
  await t.notThrowsAsync(example(['check']));
});

test('the check of the broken form reports each of its three bugs', async t => {
  const project = await projectWith(t, tarball());
  await cp(path.join(root, 'examples'), path.join(project.folder, 'examples'), {recursive: true});
  const report = path.join(project.folder, 'check.json');
  const check = async words => {
    const command = `../../node_modules/.bin/crm-sandbox check --report json=${report} ${words}`;
    const {failed} = await attempt(project, 'sh', ['-c', `cd examples/donation-form-broken && ${command}`]);
    t.true(failed);
    return JSON.parse(await readFile(report, 'utf8')).check.cases.filter(({is_bad}) => is_bad);
  };
  const bad = await check('-- node src/sync.js ../donation-form/submissions.json');
  const find = (operation, start, verdict) =>
    bad.find(one => one.operation === operation && one.start === start && one.verdict === verdict);
  const repeated = find('createGiftOfConstituent', 'given', 'duplicated');
  t.truthy(repeated, 'a gift that is repeated blindly');
  t.truthy(find('createGroupMembershipOfConstituent', 'given', 'lost'), 'an error that is swallowed');
  t.truthy(find('searchConstituents', 'rerun', 'duplicated'), 'a failed search that counts as nobody found');
  const [again] = await check(`--case ${repeated.id} -- npm run sync`);
  t.is(again.verdict, 'duplicated', 'by way of npm, too');
});
