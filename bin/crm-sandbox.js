#!/usr/bin/env node
import module from 'node:module';

// Node 22 and later can keep what it makes of the code, in a folder of the system's for such files.
module.enableCompileCache?.();
const {run} = await import('../dist/bundle/cli.js');

await run(process.argv.slice(2));
