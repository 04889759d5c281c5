import {request} from 'node:http';
import {text as readText} from 'node:stream/consumers';

export interface Position {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True if the response must contain the key, because only error messages hide it. */
  readonly isEchoed?: true;
}

export const json = {'content-type': 'application/json'};

const post = (body: string, at = '/api/v1/groups?m=M'): Position => ({method: 'POST', path: at, headers: json, body});

const get = (at: string, headers: Position['headers'] = {}): Position => ({path: at, headers});

const names = ['pass', 'pwd', 'sig', 'sid', 'jwt', 'bearer', 'session', 'PWD', 'password', 'api_key', 'Access_Token'];

const form = {'content-type': 'application/x-www-form-urlencoded'};

const multipart = '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n--K\r\n--b--\r\n';

/** Places for a key (K) in a request. The request is identified by a mark (M). */
const positions: Readonly<Record<string, Position>> = {
  'an ampersand in the path': get('/api/v1/groups-M&access_token=K'),
  'a second question mark': get('/api/v1/groups?m=M&limit=1?access_token=K'),
  'a semicolon in the path': get('/api/v1/groups;M;access_token=K'),
  'a semicolon in the query': get('/api/v1/groups?m=M&x=1;access_token=K'),
  'an encoded question mark': get('/api/v1/groups-M%3Faccess_token=K'),
  'a fragment': get('/api/v1/groups-M#access_token=K'),
  'a segment': get('/api/v1/groups-M/access_token=K'),
  'an id': get('/api/v1/gifts/M&access_token=K'),
  'a suffix': get('/api/v1/groups-M.json&access_token=K.json'),
  'a file name': get('/api/v1/groups.json?m=M&access_token=K'),
  'a search term': get('/api/v1/constituents/search?m=M&q[]=access_token=K'),
  'an encoded search term': get('/api/v1/constituents/search?m=M&q%5B%5D=access_token%3DK'),
  'a term encoded twice': get('/api/v1/constituents/search?m=M&q[]=access_token%253DK'),
  'a split q': get('/api/v1/constituents/search?m=M&q=name=a&q=access_token=K'),
  'a name in brackets': get('/api/v1/groups?m=M&q[access_token]=K'),
  'a link to the next page': {...get('/api/v1/payment_types?m=M&limit=1&q[]=access_token=K'), isEchoed: true},
  'a parameter': get('/api/v1/groups?m=M&access_token=K'),
  'an encoded name': get('/api/v1/groups?m=M&access%5ftoken=K'),
  'a repeated parameter': get('/api/v1/groups?m=M&access_token=&access_token=K'),
  'an encoded sign': get('/api/v1/groups?m=M&access_token%3DK'),
  'a colon': get('/api/v1/groups?m=M&access_token:K'),
  'an object in a parameter': get('/api/v1/groups?m=M&filter={%22access_token%22:%22K%22}'),
  ...Object.fromEntries(names.map(name => [`parameter ${name}`, get(`/api/v1/groups?m=M&${name}=K`)])),
  'an absolute target': get('http://127.0.0.1/api/v1/groups?m=M&access_token=K'),
  'a request with a fault': post('{"name":"a","password":"K"}', '/api/v1/campaigns?m=M&pwd=K'),
  'a user in the path': get('//K:@crm/M'),
  'the Host header': get('/api/v1/groups?m=M', {host: 'K:@crm.example.com'}),
  'the Origin header': get('/api/v1/groups?m=M', {origin: 'http://K:@crm.example.com'}),
  'a rejected Origin': {...post('{"name":"a"}'), headers: {...json, origin: 'http://K:@crm.example.com'}},
  'the User-Agent header': get('/api/v1/groups?m=M', {'user-agent': 'sync access_token=K'}),
  'the Content-Type header': {...post('{}'), headers: {'content-type': 'text/x; access_token=K'}},
  'the caller': get('/api/v1/groups?m=M', {'x-sandbox-caller': 'access_token=K:7'}),
  'an unknown Bearer key': get('/api/v1/groups?m=M', {authorization: 'Bearer K'}),
  'an unknown Basic key': get('/api/v1/groups?m=M', {authorization: `Basic ${btoa('K:')}`}),
  'an unread header': get('/api/v1/groups?m=M', {authorization: '', 'x-api-key': 'K'}),
  'an unread name': get('/api/v1/groups?m=M&access_token%3DK', {authorization: ''}),
  'a cookie': get('/api/v1/groups?m=M', {cookie: 'session=K'}),
  'the Referer header': get('/api/v1/groups?m=M', {referer: 'http://crm.example.com/?access_token=K'}),
  'a field': post('{"name":"a","access_token":"K"}'),
  'an escaped field': post('{"name":"a","p\\u0061ssword" : "K"}'),
  'a nested field': post('{"name":"a","x":[{"y":{"password":"K"}}]}'),
  'a record in a field': post('{"name":"a","password":{"x":["}",{"y":"\\"K"}]},"z":1}'),
  'a number': post('{"name":"a","access_token":{"a":1,"b":["K"]}}'),
  'a field of a known record': post('{"first_name":"a","addresses":[{"token":"K"}]}', '/api/v1/constituents?m=M'),
  'a rejected body': post('{"password":"K"}'),
  'an invalid body': post('{"name":"a","password":"K",}'),
  'a body in Python syntax': post("{'password': 'K'}"),
  'a JSON string': post('"{\\"password\\":\\"K\\"}"'),
  'a form for JSON': {...post('m=M&password=K'), headers: form},
  'a form sent as JSON': post('name=a&password=K'),
  'a listener': {...post('{"a":1}', '/integrations/K/listener?m=M')},
  'a listener after two slashes': {...post('{"a":1}', `//integrations/K${'0'.repeat(27)}/listener?m=M`)},
  'an encoded listener': {...post('{"a":1}', `/%69ntegrations/K${'0'.repeat(27)}/listener?m=M`)},
  'a form for a listener': {...post('a=1&password=K', '/integrations/LISTENER/listener?m=M'), headers: form},
  'JSON for a listener': post('{"a":1,"password":"K"}', '/integrations/LISTENER/listener?m=M'),
  'a multipart form': {
    ...post(multipart, '/integrations/LISTENER/listener?m=M'),
    headers: {'content-type': 'multipart/form-data; boundary=b'},
  },
};

export const cases = Object.entries(positions).map(([name, position], index) => {
  const [key, mark] = [`kanari${index}q`, `mark${index}x`];
  const filled = (text: string) => text.replaceAll('K', key).replaceAll('M', mark);
  const path = position.path.replaceAll('K', key).replaceAll('M', mark);
  const headers = Object.entries(position.headers ?? {}).map(([header, value]) =>
    value.startsWith('Basic') ? [header, `Basic ${btoa(`${key}:`)}`] : [header, value.replaceAll('K', key)],
  );
  const body = position.body === undefined ? undefined : filled(position.body);
  return {name, key, mark, position: {...position, path, body, headers: Object.fromEntries(headers)}};
});

type Sent = Pick<Position, 'path' | 'method' | 'headers'> & {readonly body?: string | undefined};

export function send(
  port: number,
  {path: at, method = 'GET', headers, body}: Sent,
): Promise<{status: number; text: string}> {
  return new Promise((resolve, reject) => {
    const sent = request({port, path: at, method, headers: {...headers}, agent: false}, async response =>
      resolve({status: response.statusCode!, text: await readText(response)}),
    );
    sent.on('error', reject).end(body);
  });
}
