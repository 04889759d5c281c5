/** What `crm-sandbox exec` has the Node processes of its command load. */

import {install} from './install.js';

install();
