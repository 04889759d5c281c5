import {spawn} from 'node:child_process';
import {setTimeout as after} from 'node:timers/promises';
import test from 'ava';
import {watch} from '../../dist/test/support/cli.js';
import {packedFor, plainEnvironment, projectWith} from './installed-package.js';

const tarball = packedFor(test);

/** Runs `npx crm-sandbox` in a project. @returns its process, and the process id of the sandbox */
async function npx(t, words) {
  const project = await projectWith(t, tarball());
  const child = spawn('npx', ['crm-sandbox', ...words, '--port', '0', '--profile', 'small'], {
    cwd: project.folder,
    env: plainEnvironment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [, url] = await watch(child).waitFor(/ready at (http:\S+)/);
  const {pid} = await (await fetch(`${url}/health`)).json();
  t.teardown(() => isAlive(pid) && process.kill(pid, 'SIGKILL'));
  return {child, pid};
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const unix = process.platform === 'win32' ? test.skip : test;

for (const signal of ['SIGTERM', 'SIGKILL']) {
  unix(`${signal} to npx also ends the sandbox`, async t => {
    const {child, pid} = await npx(t, ['start']);
    child.kill(signal);
    for (let tries = 0; isAlive(pid) && tries < 300; tries++) {
      await after(100);
    }
    t.false(isAlive(pid));
  });
}

unix('a background sandbox keeps running when npx ends', async t => {
  const {pid} = await npx(t, ['start', '--detach']);
  await after(2000);
  t.true(isAlive(pid));
});
