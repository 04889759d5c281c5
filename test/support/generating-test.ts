import test from 'ava';
import {mayGenerate} from '../../src/schema/generated-code.js';

/**
 * Declares a test that generates code from text, as ajv does. If that is forbidden (`npm run test:no-codegen`), the
 * test is reported as skipped.
 */
export const generatingTest = mayGenerate() ? test : test.skip;
