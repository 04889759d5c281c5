import {spawnSync} from 'node:child_process';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {root} from '../support/pages.js';

/**
 * `npm run soak`: runs the tests that take too long for `npm test`. With `--short`, they take a minute or two. `npm run
 * soak -- together` runs only the kills of nodes that share a database, which the others omit. Prints AVA's summary,
 * and exits with 1 if a test fails.
 */
const {values, positionals} = parseArgs({options: {short: {type: 'boolean', default: false}}, allowPositionals: true});
const length = values.short ? 'short' : 'long';

const ava = path.join(root, 'node_modules/ava/entrypoints/cli.mjs');
const config = positionals[0] === 'together' ? 'together.config.js' : 'ava.config.js';
const words = [ava, '--config', path.join(root, 'test/soak', config)];
const {status} = spawnSync(process.execPath, words, {cwd: root, stdio: 'inherit', env: {...process.env, SOAK: length}});
process.exitCode = status ?? 1;
