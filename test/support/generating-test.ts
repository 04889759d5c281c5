import test from 'ava';
import {mayGenerate} from '../../src/schema/generated-code.js';

/**
 * Declares a test of what needs code made of texts, which is what ajv makes of a schema. Where that is forbidden
 * (`npm run test:no-codegen`), the test is told as skipped.
 */
export const generatingTest = mayGenerate() ? test : test.skip;
