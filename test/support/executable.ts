import {fileURLToPath} from 'node:url';

/** The file of the command line. */
export const executable = fileURLToPath(new URL('../../../bin/crm-sandbox.js', import.meta.url));
