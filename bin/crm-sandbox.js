#!/usr/bin/env node
import module from 'node:module';
import {fileURLToPath} from 'node:url';

const require = module.createRequire(import.meta.url);

// A fifth of a start would be the compiling of what a start before it has compiled already.
require('../dist/bundle/code-cache.cjs').keepCode(fileURLToPath(new URL('../dist/bundle', import.meta.url)));
const {run} = require('../dist/bundle/cli.cjs');

await run(process.argv.slice(2));
