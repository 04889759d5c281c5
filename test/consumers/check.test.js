import {cp, readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import {blocksOf} from '../../dist/test/support/pages.js';
import {packedFor, projectWith, root} from './installed-package.js';

const tarball = packedFor(test);

/** Longer than the clients wait, and shorter than the default. */
const patience = {CRM_SANDBOX_PATIENCE: '10s'};

/** Runs a command that may fail. @returns its output, and true if it failed */
const attempt = (project, program, words) =>
  project.run(program, words, patience).then(
    output => ({output, failed: false}),
    ({message}) => ({output: message, failed: true}),
  );

test('the commands of the check page fail for the bad clients and pass for the careful one', async t => {
  const project = await projectWith(t, tarball());
  const ends = [];
  for (const {language, file, run, text} of blocksOf('docs/test/check.md')) {
    if (file !== undefined) {
      await project.write(file, text);
    } else if (language === 'sh' && run === 'check') {
      const {output, failed} = await attempt(project, 'sh', ['-c', text]);
      ends.push(failed);
      t.regex(output, failed ? /^Check: If .*Ada Test/m : /^Check: No harm that counts/m);
    }
  }
  t.deepEqual(ends, [true, true, false], 'the bad client must fail, and the second one with --rerun');
  const {output, failed} = await attempt(project, process.execPath, ['--test', 'check.test.js']);
  t.false(failed, output);
});

/** Changes the check of a project to run the sync without npm, which is slower than the sync itself. */
async function checkWithoutNpm(t, folder) {
  const file = path.join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  const {check, sync} = manifest.scripts;
  t.true(check.endsWith(' -- npm run sync'));
  manifest.scripts.check = check.replace('npm run sync', sync);
  await writeFile(file, JSON.stringify(manifest));
}

test('the donation form example passes its tests and its check', async t => {
  const project = await projectWith(t, tarball());
  await cp(path.join(root, 'examples'), path.join(project.folder, 'examples'), {recursive: true});
  const example = words => project.run('npm', ['--prefix', 'examples/donation-form', 'run', ...words]);
  await t.notThrowsAsync(example(['test']));
  await checkWithoutNpm(t, path.join(project.folder, 'examples/donation-form'));
  await t.notThrowsAsync(example(['check']));
});

test('the check of the broken donation form reports its three bugs', async t => {
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
  t.truthy(repeated, 'the blindly repeated gift must be reported');
  t.truthy(find('createGroupMembershipOfConstituent', 'given', 'lost'), 'the swallowed error must be reported');
  t.truthy(find('searchConstituents', 'rerun', 'duplicated'), 'the failed search treated as empty must be reported');
  const [again] = await check(`--case ${repeated.id} -- npm run sync`);
  t.is(again.verdict, 'duplicated', 'the case must also be reproduced through npm');
});
