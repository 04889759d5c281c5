import {closeSync, openSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as wait} from 'node:timers/promises';
import test, {type ExecutionContext} from 'ava';
import {beside, endWork, progressLine, showWork} from '../../src/cli/output/progress.js';
import {newFolder} from '../support/cli.js';

/** Moves the cursor to the start of the line and erases the line. */
const erased = '\r\u001B[K';

/** A file in place of a terminal. */
async function terminal(t: ExecutionContext, isTTY = true) {
  const file = path.join(await newFolder(t), 'terminal');
  const fd = openSync(file, 'w');
  t.teardown(() => closeSync(fd));
  const text = () => readFileSync(file, 'utf8');
  const shows = async (expected: RegExp) => {
    for (const end = performance.now() + 60_000; !expected.test(text()) && performance.now() < end; ) {
      await wait(10);
    }
    t.regex(text(), expected);
  };
  return {isTTY, fd, columns: 60, text, shows};
}

test.serial('the progress line shows a task, then a nested task, and is erased at the end', async t => {
  const screen = await terminal(t);
  const work = showWork('loading a.json', screen, 0);
  await screen.shows(/loading a\.json [█░]{20} \d+ s/);
  work.update(2, 4, ', 1 bad');
  await screen.shows(/█{10}░{10} 50% 2\/4, 1 bad/);
  work.update(3, 4);
  await screen.shows(/█{15}░{5} 75% 3\/4/);
  t.true(screen.text().includes(`${erased}loading a.json ${'█'.repeat(15)}${'░'.repeat(5)} 75% 3/4`));
  const inner = showWork('stopping', screen, 0);
  await screen.shows(/stopping [█░]{20} \d+ s/);
  inner.stop();
  await screen.shows(/stopping[\s\S]+loading a\.json █{15}░{5} 75% 3\/4/);
  work.stop();
  const drawn = screen.text();
  t.true(drawn.endsWith(erased));
  work.update(4, 4);
  t.is(screen.text(), drawn);
});

test.serial('a task that blocks the thread draws the line when it reports progress', async t => {
  const screen = await terminal(t);
  const work = showWork('loading', screen, 0);
  t.teardown(work.stop);
  // Nothing is awaited, so that no timer fires.
  for (let done = 1; !/loading [█░]{20} \d+% \d+\/\d+/.test(screen.text()); done++) {
    work.update(done, done * 2);
  }
  t.regex(screen.text(), /loading █{10}░{10} 50% \d+\/\d+/);
});

test.serial('the line is erased before other output and drawn again afterwards', async t => {
  const screen = await terminal(t);
  const work = showWork('waiting', screen, 0);
  t.teardown(work.stop);
  await screen.shows(/waiting/);
  let before = '';
  beside(() => {
    before = screen.text();
  });
  t.true(before.endsWith(erased));
  await screen.shows(new RegExp(`^[^]{${before.length + 10}}`)); // drawn again
  endWork();
  t.true(screen.text().endsWith(erased));
});

test.serial('no line is drawn without a terminal, on a dumb one, or before the delay', async t => {
  const [pipe, dumb, patient] = [await terminal(t, false), await terminal(t), await terminal(t)];
  const {TERM = ''} = process.env;
  showWork('a', pipe, 0);
  process.env['TERM'] = 'dumb';
  showWork('b', dumb, 0);
  process.env['TERM'] = TERM === 'dumb' ? '' : TERM;
  showWork('c', patient, 60_000).stop();
  const screen = await terminal(t);
  const shown = showWork('d', screen, 0);
  await screen.shows(/d /);
  shown.stop();
  t.deepEqual([pipe.text(), dumb.text(), patient.text()], ['', '', '']);
});

test('the line fits into the terminal, and the bar moves back and forth', t => {
  const line = (elapsed: number, columns = 80) =>
    progressLine({what: 'loading', done: 0, total: 0, more: '', elapsed}, columns);
  t.is(line(0), 'loading █████░░░░░░░░░░░░░░░ 0 s');
  t.is(line(1500), 'loading ░░░░░░░░░░░░░░░█████ 1 s');
  t.is(line(3000), 'loading █████░░░░░░░░░░░░░░░ 3 s');
  t.is(line(0, 20).length, 19);
});
