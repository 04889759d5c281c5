export const ui = '/_sandbox/ui';

/** Every view, with an element to wait for. */
export const views = {
  '/requests': '.rows .request',
  '/requests/6': '.detail .diff',
  '/requests/2?tab=findings': '.detail .finding',
  '/data/groups': '.records tbody tr',
  '/data/gifts': '.records small',
  '/data/constituents/959404': '.related table',
  '/data/phone_numbers': '.empty form',
  '/data/groups?as_of=before:3': '.records tbody tr',
  '/findings': '.finding',
  '/findings/5baaf5d5b87914bb': '.line-diff', // zero-gift; fingerprints are the same on every run
  '/tests': '.test',
  '/coverage': '.axis',
  '/check': '.empty, iframe',
  '/faults': 'form',
  '/snapshots': 'form',
  '/accounts': '.list tbody tr',
  '/clock': '.big-time',
};

/** The requests of a client in the console tests and screenshots. It updates three gifts, and one amount is wrong. */
const callsOn = ([first, wrong, last]) => [
  ['GET', '/constituents/search?q[]=name=Parisian&limit=5', undefined, 'src/donors.ts:18'],
  ['GET', '/constituents/search?email=mollie@example.com&limit=5', undefined, 'src/donors.ts:24'],
  ['POST', '/groups', {name: 'Choir', ordinall: 3}, 'src/crm.ts:8 < src/sync.ts:42'],
  ['GET', '/grups', undefined, 'src/sync.ts:44'],
  ['PATCH', `/gifts/${first.id}`, {note: 'Paid.', received_amount: first.received_amount}, 'src/payments.ts:61'],
  ['PATCH', `/gifts/${wrong.id}`, {note: 'Paid.', received_amount: wrong.received_amount / 100}, 'src/payments.ts:61'],
  ['PATCH', `/gifts/${last.id}`, {note: 'Paid.', received_amount: last.received_amount}, 'src/payments.ts:61'],
  ['PATCH', `/gifts/${last.id}`, {received_date: 'soon'}, 'src/payments.ts:66'],
  ['POST', `/constituents/${first.constituent_id}/gifts`, {gift_type_name: 'Gift', amount: 250}, 'src/payments.ts:70'],
  ['POST', `/constituents/${first.constituent_id}/notes`, {note: 'Thanked by phone.'}, 'src/thanks.ts:12'],
  ['GET', `/gifts/${wrong.id}`, undefined, 'src/report.ts:5'],
  ['GET', '/constituents?limit=25&offset=25', undefined, 'src/report.ts:9'],
];

/** The number of the request with the wrong amount. */
export const wrongSeq = 6;

/**
 * Sends the requests one after another.
 * @param sandbox a test sandbox
 * @returns the gift before its amount became wrong
 */
export async function sendTraffic({get, request}) {
  const path = encodeURIComponent('/gifts/search?limit=3&offset=40&sort=gift_amount!');
  const {items} = (await get(`/_sandbox/read?path=${path}`)).body;
  for (const [method, below, body, caller] of callsOn(items)) {
    await request(method, `/api/v1${below}`, body, {headers: {'x-sandbox-caller': caller}});
  }
  return items[1];
}
