import {spawnSync} from 'node:child_process';
import path from 'node:path';
import {parseArgs} from 'node:util';
import {root} from '../support/pages.js';

/**
 * `npm run soak`: what takes too long for every save. With `--short`, a minute or two of it. Ends with AVA's summary,
 * and with 1 where a test fails.
 */
const {values} = parseArgs({options: {short: {type: 'boolean', default: false}}});
const length = values.short ? 'short' : 'long';

const ava = path.join(root, 'node_modules/ava/entrypoints/cli.mjs');
const words = [ava, '--config', path.join(root, 'test/soak/ava.config.js')];
const {status} = spawnSync(process.execPath, words, {cwd: root, stdio: 'inherit', env: {...process.env, SOAK: length}});
process.exitCode = status ?? 1;
