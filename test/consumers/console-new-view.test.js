import {mkdtemp, readFile, rm} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {buildConsole} from '../../tools/console.js';
import {inBrowser} from './browser.js';
import {ui} from './console-support.js';

const browserTest = inBrowser(test);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The file of the new view. */
const file = `import {useResource, View} from '../parts/resource.js';
import {Sheet} from '../parts/sheet.js';

export function Trial() {
  const loaded = useResource('/_sandbox');
  return (
    <Sheet title="Trial" about="A view of this test.">
      <View of={loaded}>{({seed}) => <p>The seed is {seed}.</p>}</View>
    </Sheet>
  );
}
`;

/** The list entry of the new view. */
const entry = "{name: 'trial', title: 'Trial', key: 'x', show: Trial}";

const addView = {
  name: 'add-view',
  setup({onResolve, onLoad}) {
    const resolveDir = path.join(root, 'src/pages/console/views');
    onResolve({filter: /views[\\/]trial\.js$/}, () => ({path: 'trial', namespace: 'trial'}));
    onLoad({filter: /^trial$/, namespace: 'trial'}, () => ({contents: file, loader: 'tsx', resolveDir}));
    onLoad({filter: /shell[\\/]views\.ts$/}, async args => {
      const list = await readFile(args.path, 'utf8');
      const contents = list.replace(/\n\];/, `\n  ${entry},\n];`);
      return {contents: `import {Trial} from '../views/trial.js';\n${contents}`, loader: 'ts'};
    });
  },
};

browserTest('a new view needs one file and one entry for its link, path, title and shortcut', async (t, open) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'crm-sandbox-console-'));
  t.teardown(() => rm(folder, {recursive: true}));
  await buildConsole(root, folder, [addView]);
  const sandbox = await startTestSandbox(t, {seed: 7});
  const page = await open(`${sandbox.url}/health`);
  await page.route(/\.js$/, route =>
    route.fulfill({path: path.join(folder, path.basename(new URL(route.request().url()).pathname))}),
  );

  await page.goto(`${sandbox.url}${ui}`);
  await page.getByRole('navigation', {name: 'Views'}).getByRole('link', {name: 'Trial'}).click();
  await page.getByText('The seed is 7.').waitFor();
  t.is(new URL(page.url()).pathname, `${ui}/trial`);
  t.is(await page.title(), 'Trial · crm-sandbox');
  await page.reload();
  await page.getByRole('heading', {level: 1, name: 'Trial'}).waitFor();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', {name: 'Keyboard shortcuts'});
  await keys.getByRole('row', {name: /x\s*Trial/}).waitFor();
  await page.keyboard.press('Escape');
  await keys.waitFor({state: 'detached'});
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.getByText('No requests yet').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await page.getByText('The seed is 7.').waitFor();
});
