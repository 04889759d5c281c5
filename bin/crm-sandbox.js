#!/usr/bin/env node
import {run} from '../dist/bundle/cli.js';

await run(process.argv.slice(2));
