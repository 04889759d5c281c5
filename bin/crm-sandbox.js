#!/usr/bin/env node
import module from 'node:module';
import {fileURLToPath} from 'node:url';

const require = module.createRequire(import.meta.url);

// Compiling the code again would take a fifth of the startup.
require('../dist/bundle/code-cache.cjs').keepCode(fileURLToPath(new URL('../dist/bundle', import.meta.url)));
const {run} = require('../dist/bundle/cli.cjs');

await run(process.argv.slice(2));
