import {closeSync, openSync, readFileSync} from 'node:fs';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {beside, endWork, showWork} from '../../src/cli/output/progress/progress.js';
import {progressLine} from '../../src/cli/output/progress/progress-line.js';
import {newFolder} from '../support/cli.js';

/** What the terminal is told before each line: to its start, and nothing behind it. */
const erased = '\r\u001B[K';

/** A file that stands for a terminal. */
async function terminal(t: ExecutionContext, isTTY = true) {
  const file = path.join(await newFolder(t), 'terminal');
  const fd = openSync(file, 'w');
  t.teardown(() => closeSync(fd));
  const text = () => readFileSync(file, 'utf8');
  /** Keeps this thread from all else until the text is there. */
  const block = (until: RegExp) => {
    for (const end = performance.now() + 60_000; !until.test(text()) && performance.now() < end; );
  };
  return {isTTY, fd, columns: 60, text, block};
}

test.serial('the line is drawn while the thread is busy, and is gone afterwards', async t => {
  const screen = await terminal(t);
  const work = showWork('loading a.json', screen, 0);
  screen.block(/loading a\.json [█░]{20} \d+ s/);
  work.update(3, 4);
  screen.block(/█{15}░{5} 75% 3\/4/);
  t.true(screen.text().includes(`${erased}loading a.json ${'█'.repeat(15)}${'░'.repeat(5)} 75% 3/4`));
  const inner = showWork('stopping', screen, 0);
  screen.block(/stopping [█░]{20} \d+ s/);
  inner.stop();
  work.stop();
  const drawn = screen.text();
  t.regex(drawn, /stopping [█░]{20} \d+ s/);
  t.true(drawn.endsWith(erased));
});

test.serial('what is written beside the line does not stand in it', async t => {
  const screen = await terminal(t);
  const work = showWork('waiting', screen, 0);
  t.teardown(work.stop);
  screen.block(/waiting/);
  let before = '';
  beside(() => {
    before = screen.text();
  });
  t.true(before.endsWith(erased));
  screen.block(new RegExp(`^[^]{${before.length + 10}}`));
  t.true(screen.text().length > before.length, 'it comes back');
  endWork();
  t.true(screen.text().endsWith(erased));
});

test.serial('there is no line where there is no terminal, or a dumb one, or no time has gone by', async t => {
  const [pipe, dumb, patient] = [await terminal(t, false), await terminal(t), await terminal(t)];
  const {TERM = ''} = process.env;
  showWork('a', pipe, 0);
  process.env['TERM'] = 'dumb';
  showWork('b', dumb, 0);
  process.env['TERM'] = TERM === 'dumb' ? '' : TERM;
  showWork('c', patient, 60_000).stop();
  const screen = await terminal(t);
  const shown = showWork('d', screen, 0);
  screen.block(/d /);
  shown.stop();
  t.deepEqual([pipe.text(), dumb.text(), patient.text()], ['', '', '']);
});

test('the line is no wider than the terminal, and the bar moves forth and back', t => {
  const line = (elapsed: number, columns = 80) => progressLine({what: 'loading', done: 0, total: 0, elapsed}, columns);
  t.is(line(0), 'loading █████░░░░░░░░░░░░░░░ 0 s');
  t.is(line(1500), 'loading ░░░░░░░░░░░░░░░█████ 1 s');
  t.is(line(3000), 'loading █████░░░░░░░░░░░░░░░ 3 s');
  t.is(line(0, 20).length, 19);
});
