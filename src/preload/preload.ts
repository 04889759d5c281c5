/** `crm-sandbox exec` loads this file into the Node processes of its command. */

import {install} from './install.js';

install();
