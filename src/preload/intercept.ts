/** `crm-sandbox/intercept`: the preload for a process without NODE_OPTIONS, such as a test runner's thread. */

import {install} from './install.js';
import {variable} from './redirect/setting.js';

if (!process.env[variable]) {
  throw new Error(`crm-sandbox/intercept needs ${variable} in the environment: crm-sandbox exec --intercept sets it`);
}
install();
