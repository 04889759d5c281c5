#!/usr/bin/env node
import {run} from '../dist/src/cli/index.js';

await run(process.argv.slice(2));
