#!/usr/bin/env node
import module from 'node:module';

// Node 22 and later can keep what it makes of the code, in a folder of the system's for such files.
module.enableCompileCache?.();
const {run} = module.createRequire(import.meta.url)('../dist/bundle/cli.cjs');

await run(process.argv.slice(2));
