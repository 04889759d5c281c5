import {type ClientName, clients} from './clients.js';

const {CRM_SANDBOX_URL: url = '', CRM_SANDBOX_KEY: key = '', CRM_SANDBOX_CHECK_DIR: folder = ''} = process.env;

await clients[process.argv[2] as ClientName]({url, key, folder});
