import {request} from 'node:http';
import path from 'node:path';
import {text as readText} from 'node:stream/consumers';
import test from 'ava';
import {logLine} from '../../src/cli/output/report.js';
import {githubAnnotations} from '../../src/cli/reports/formats/github.js';
import {htmlReport} from '../../src/cli/reports/formats/html/page.js';
import {junitReport} from '../../src/cli/reports/formats/junit.js';
import {markdownReport} from '../../src/cli/reports/formats/markdown.js';
import {sarifReport} from '../../src/cli/reports/formats/sarif.js';
import {textReport} from '../../src/cli/reports/formats/text.js';
import {reportOn} from '../../src/cli/reports/run-report.js';
import {isKeyName} from '../../src/exchanges/key-names.js';
import {bodyWithoutKey} from '../../src/exchanges/redact.js';
import {tracedControls} from '../../src/exchanges/trace/traced-control.js';
import {operations} from '../../src/resources/index.js';
import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import {newFolder} from '../support/cli.js';
import {linesOf, replayFile} from '../support/traces.js';

interface Position {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Whether the reply must hold the key: only the texts of errors hide it. */
  readonly isEchoed?: true;
}

const json = {'content-type': 'application/json'};

const post = (body: string, at = '/api/v1/groups?m=M'): Position => ({method: 'POST', path: at, headers: json, body});

const get = (at: string, headers: Position['headers'] = {}): Position => ({path: at, headers});

const names = ['pass', 'pwd', 'sig', 'sid', 'jwt', 'bearer', 'session', 'PWD', 'password', 'api_key', 'Access_Token'];

const form = {'content-type': 'application/x-www-form-urlencoded'};

const multipart = '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n--K\r\n--b--\r\n';

/** Each place in which a client may write a key: K. Its request is found again by M. */
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
  'an address of a next page': {...get('/api/v1/payment_types?m=M&limit=1&q[]=access_token=K'), isEchoed: true},
  'a parameter': get('/api/v1/groups?m=M&access_token=K'),
  'an encoded name': get('/api/v1/groups?m=M&access%5ftoken=K'),
  'a repeated parameter': get('/api/v1/groups?m=M&access_token=&access_token=K'),
  'an encoded sign': get('/api/v1/groups?m=M&access_token%3DK'),
  'a colon': get('/api/v1/groups?m=M&access_token:K'),
  'an object in a parameter': get('/api/v1/groups?m=M&filter={%22access_token%22:%22K%22}'),
  ...Object.fromEntries(names.map(name => [`parameter ${name}`, get(`/api/v1/groups?m=M&${name}=K`)])),
  'an absolute target': get('http://127.0.0.1/api/v1/groups?m=M&access_token=K'),
  'a user in the path': get('//K:@crm/M'),
  'the Host header': get('/api/v1/groups?m=M', {host: 'K:@crm.example.com'}),
  'the Origin header': get('/api/v1/groups?m=M', {origin: 'http://K:@crm.example.com'}),
  'an Origin that is refused': {...post('{"name":"a"}'), headers: {...json, origin: 'http://K:@crm.example.com'}},
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
  'a body that is refused': post('{"password":"K"}'),
  'a body that cannot be read': post('{"name":"a","password":"K",}'),
  'a body of Python': post("{'password': 'K'}"),
  'a text of JSON': post('"{\\"password\\":\\"K\\"}"'),
  'a form for JSON': {...post('m=M&password=K'), headers: form},
  'a form that is sent as JSON': post('name=a&password=K'),
  'a listener': {...post('{"a":1}', '/integrations/K/listener?m=M')},
  'a listener behind two slashes': {...post('{"a":1}', `//integrations/K${'0'.repeat(27)}/listener?m=M`)},
  'an encoded listener': {...post('{"a":1}', `/%69ntegrations/K${'0'.repeat(27)}/listener?m=M`)},
  'a form of a listener': {...post('a=1&password=K', '/integrations/LISTENER/listener?m=M'), headers: form},
  'JSON of a listener': post('{"a":1,"password":"K"}', '/integrations/LISTENER/listener?m=M'),
  'a form in parts': {
    ...post(multipart, '/integrations/LISTENER/listener?m=M'),
    headers: {'content-type': 'multipart/form-data; boundary=b'},
  },
};

const cases = Object.entries(positions).map(([name, position], index) => {
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

function send(port: number, {path: at, method = 'GET', headers, body}: Sent): Promise<{status: number; text: string}> {
  return new Promise((resolve, reject) => {
    const sent = request({port, path: at, method, headers: {...headers}}, async response =>
      resolve({status: response.statusCode!, text: await readText(response)}),
    );
    sent.on('error', reject).end(body);
  });
}

test('a key is in no output, in whatever place a client writes it', async t => {
  const trace = path.join(await newFolder(t), 'run.trace.gz');
  const log: string[] = [];
  const sandbox = await startSandbox({
    constituents: 0,
    now: '2026-01-01T00:00:00Z',
    trace,
    onRequest: one => log.push(logLine(one, false), logLine(one, true)),
  });
  t.teardown(() => sandbox.close());
  const {port} = sandbox;
  const ask = async (account: string, at: string, method = 'GET', body?: object) => {
    const headers = {authorization: `Bearer ${account}`, ...(body && json)};
    return (await send(port, {path: `/_sandbox${at}`, method, headers, body: body && JSON.stringify(body)})).text;
  };
  const {listener} = JSON.parse(await ask(sandbox.key, '')) as {listener: string};
  const replies: string[] = [];
  for (const {name, key, mark, position} of cases) {
    const at = position.path.replace('LISTENER', listener.split('/').at(-2)!);
    const reply = await send(port, {
      ...position,
      path: at,
      headers: {authorization: `Bearer ${sandbox.key}`, ...position.headers},
    });
    t.true(reply.text !== '', name);
    t.is(reply.text.includes(key), position.isEchoed === true, `${name}: reply ${reply.status} ${reply.text}`);
    replies.push(reply.text);
    t.true(
      log.some(line => line.includes(mark)),
      name,
    );
  }
  t.true(replies.filter(text => text.includes('[hidden]')).length > 12, 'error texts quote requests');

  const {requests} = JSON.parse(await ask(sandbox.key, '/requests?limit=1000')) as {
    requests: ReadonlyArray<{readonly seq: number; readonly url: string}>;
  };
  const each = (suffix: string) => Promise.all(requests.map(({seq}) => ask(sandbox.key, `/requests/${seq}${suffix}`)));
  const outputs: Record<string, string> = {
    log: log.join('\n'),
    list: JSON.stringify(requests),
    details: (await each('')).join('\n'),
    curl: (await each('/curl')).join('\n'),
    har: await ask(sandbox.key, '/requests?format=har'),
    events: await eventsOf(port, requests.at(-1)!.seq),
  };
  const bodies = cases.filter(({position}) => position.body?.includes('kanari'));
  t.true(bodies.length > 12);
  await sandbox.replay(requests.find(({url}) => url.includes(bodies[0]!.mark))!.seq);
  const run = await reportOn(sandbox, {code: 0, gate: {failOn: 'error'}, levels: {}});
  const files = {folder: '/work'};
  const reports: Record<string, string> = {
    findings: JSON.stringify(await sandbox.findings({all: true})),
    json: JSON.stringify(run),
    markdown: markdownReport(run),
    junit: junitReport(run),
    sarif: JSON.stringify(sarifReport(run, files)),
    html: htmlReport(run),
    text: textReport(run),
    github: githubAnnotations(run),
  };
  await sandbox.close();
  outputs['trace'] = linesOf(trace).join('\n');

  for (const [output, text] of Object.entries(outputs)) {
    t.deepEqual(
      cases.filter(({mark}) => !text.includes(mark)).map(({name}) => name),
      [],
      `${output} has each request`,
    );
    t.deepEqual(
      cases.filter(({key}) => text.includes(key)).map(({name}) => name),
      [],
      `${output} has no key`,
    );
  }
  t.true(run.findings.length > 5);
  for (const [output, text] of Object.entries(reports)) {
    t.true(run.findings.filter(({rule}) => text.includes(rule)).length > 5, `${output} has findings`);
    t.deepEqual(text.match(/kanari\w*/g), null, output);
  }
  t.regex(reports['findings']!, /mark\d+x/);
  t.like(await replayFile(trace), {deviation: undefined});
});

/** The stream of events up to a number. */
async function eventsOf(port: number, last: number): Promise<string> {
  const headers = {authorization: 'Bearer sandbox-key'};
  const response = await fetch(`http://127.0.0.1:${port}/_sandbox/events?since=0`, {headers});
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes(`id: ${last}\n`) && text.endsWith('\n\n')) {
      break;
    }
  }
  return text;
}

test('the body of a control operation is in a trace without its keys', t => {
  const commits = [{account: 'default', at: '', order: 1}];
  const asked = {operation: 'createFault', account: 'default', all: false, params: {}, query: {}, receivedAt: 0};
  const [traced] = tracedControls({...asked, body: {match: {password: 'K'}, status: 500}, commits});
  t.like(traced?.draft, {body: {match: {password: '[hidden]'}, status: 500}});
});

test('no field and no parameter of the service is named like a key', t => {
  const known = operations.flatMap(({query, body}) => [query, body].flatMap(schema => namesIn(schema)));
  t.true(known.length > 300);
  t.deepEqual([...new Set(known.filter(isKeyName))], ['key']);
  t.is(bodyWithoutKey('{"key":"board"}', {}).rawBody, '{"key":"board"}', 'the one that is, is not hidden');
});

function namesIn(schema: unknown, depth = 0): string[] {
  if (typeof schema !== 'object' || schema === null || depth > 12) {
    return [];
  }
  const {shape} = schema as {shape?: object};
  const def = (schema as {def?: object}).def ?? {};
  return [
    ...Object.keys(shape ?? {}),
    ...Object.values(shape ?? {}).flatMap(field => namesIn(field, depth + 1)),
    ...Object.values(def).flatMap(inner => [inner].flat().flatMap(one => namesIn(one, depth + 1))),
  ];
}
