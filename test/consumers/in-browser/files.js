import {readdirSync, readFileSync} from 'node:fs';
import {declareTests} from '../../../dist/test/suites/load-suite.js';

const folder = new URL('../', import.meta.url);

/** The files with browser tests. */
export const files = readdirSync(folder)
  .filter(name => name.endsWith('.test.js') && readFileSync(new URL(name, folder), 'utf8').includes("'./browser.js'"))
  .sort();

/** Declares the tests of every second file, so that two processes with one browser each run all tests. */
export const declareHalf = first =>
  declareTests(files.filter((_, index) => index % 2 === first).map(name => new URL(name, folder)));
