import {spawnSync} from 'node:child_process';
import {root} from '../../support/pages.js';
import type {Budget} from './budget.js';

/** The time of `npm test` with the build, in seconds. @throws Error if it fails */
export const tests: Budget = {
  name: 'tests',
  only: '--with-tests',
  async measure() {
    const started = performance.now();
    const {status} = spawnSync('npm', ['test'], {cwd: root, stdio: ['ignore', process.stderr, 'inherit']});
    if (status !== 0) {
      throw new Error(`npm test ended with ${status}`);
    }
    const seconds = (performance.now() - started) / 1000;
    return [{label: 'npm test', unit: 's', measured: {median: seconds}, target: {atMost: 120}}];
  },
};
