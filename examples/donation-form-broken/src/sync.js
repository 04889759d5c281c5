import {readFile} from 'node:fs/promises';
import {again, client} from '../../donation-form/src/crm.js';
import {donate} from './donate.js';

const {CRM_SANDBOX_URL: url, CRM_SANDBOX_KEY: key} = process.env;
const send = client({url, key});
const submissions = JSON.parse(await readFile(process.argv[2], 'utf8'));
const [group] = (await again(() => send('GET', '/groups?limit=1'))).items;
for (const submission of submissions) {
  await donate(send, submission, group.id);
}
