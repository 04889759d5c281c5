import {DonationSync} from './client.js';

/**
 * The same client as a program for `exec`, with four concurrent workers, each with its own account. One of them uses
 * the real host instead of the environment's URL.
 */
const {CRM_SANDBOX_URL: url = '', REAL_HOST: host = ''} = process.env;

const control = (key: string, method: string, path: string) =>
  fetch(`${url}/_sandbox${path}`, {method, headers: {authorization: `Bearer ${key}`}});

async function work(name: string): Promise<void> {
  const key = `sbx_${name}`;
  await control(key, 'POST', '/reset');
  const client = new DonationSync(name === 'three' ? `https://${host}` : url, key);
  await client.book({email: 'felix.miller414@example.net', amount: 50, order: `order-${name}`});
  const {requests} = (await (await control(key, 'GET', '/requests?operation=createGift')).json()) as {
    requests: unknown[];
  };
  process.stdout.write(`${name}: ${requests.length} gift\n`);
}

await Promise.all(['one', 'two', 'three', 'four'].map(work));
