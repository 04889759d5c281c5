import path from 'node:path';
import test from 'ava';
import {logLine} from '../../src/cli/output/report.js';
import {githubAnnotations} from '../../src/cli/reports/formats/github.js';
import {htmlReport} from '../../src/cli/reports/formats/html.js';
import {junitReport} from '../../src/cli/reports/formats/junit.js';
import {markdownReport} from '../../src/cli/reports/formats/markdown.js';
import {sarifReport} from '../../src/cli/reports/formats/sarif.js';
import {textReport} from '../../src/cli/reports/formats/text.js';
import {reportOn} from '../../src/cli/reports/run-report.js';
import {bodyWithoutKey, isKeyName} from '../../src/exchanges/redact.js';
import {tracedControls} from '../../src/exchanges/trace/traced.js';
import {operations} from '../../src/resources/index.js';
import {startSandbox} from '../../src/sandbox/start-sandbox.js';
import {newFolder} from '../support/cli.js';
import {cases, json, send} from '../support/key-positions.js';
import {linesOf, replayFile} from '../support/traces.js';

test('keys are hidden in every output, wherever a client puts them', async t => {
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
  const sendAdmin = async (account: string, at: string, method = 'GET', body?: object) => {
    const headers = {authorization: `Bearer ${account}`, ...(body && json)};
    return (await send(port, {path: `/_sandbox${at}`, method, headers, body: body && JSON.stringify(body)})).text;
  };
  const {listener} = JSON.parse(await sendAdmin(sandbox.key, '')) as {listener: string};
  t.regex(await sendAdmin(sandbox.key, '/faults', 'PUT', {rules: ['createCampaign:503']}), /createCampaign/);
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
  t.true(replies.filter(text => text.includes('[hidden]')).length > 12, 'error messages must quote requests');

  const {requests} = JSON.parse(await sendAdmin(sandbox.key, '/requests?limit=1000')) as {
    requests: ReadonlyArray<{readonly seq: number; readonly url: string; readonly fault?: unknown}>;
  };
  const each = (suffix: string) =>
    Promise.all(requests.map(({seq}) => sendAdmin(sandbox.key, `/requests/${seq}${suffix}`)));
  const outputs: Record<string, string> = {
    log: log.join('\n'),
    list: JSON.stringify(requests),
    details: (await each('')).join('\n'),
    curl: (await each('/curl')).join('\n'),
    har: await sendAdmin(sandbox.key, '/requests?format=har'),
    events: await eventsOf(port, requests.at(-1)!.seq),
  };
  t.true(cases.filter(({position}) => position.body?.includes('kanari')).length > 12);
  const faulted = cases.find(({name}) => name === 'a request with a fault')!;
  const withFault = requests.filter(({url, fault}) => url.includes(faulted.mark) && fault !== undefined);
  t.is(withFault.length, 1);
  const field = cases.find(({name}) => name === 'a field')!;
  await sandbox.replay(requests.find(({url}) => url.includes(field.mark))!.seq);
  const replayed = await sendAdmin(sandbox.key, '/requests?limit=1');
  t.true(replayed.includes(field.mark), replayed);
  t.false(replayed.includes('kanari'));
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
      `${output} must have every request`,
    );
    t.deepEqual(
      cases.filter(({key}) => text.includes(key)).map(({name}) => name),
      [],
      `${output} must have no key`,
    );
  }
  t.true(run.findings.length > 5);
  for (const [output, text] of Object.entries(reports)) {
    t.true(run.findings.filter(({rule}) => text.includes(rule)).length > 5, `${output} must have findings`);
    t.deepEqual(text.match(/kanari\w*/g), null, output);
  }
  t.regex(reports['findings']!, /mark\d+x/);
  t.like(await replayFile(trace), {deviation: undefined});
});

/** Reads the event stream up to a request number. */
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

test('a trace hides keys in the body of an admin operation', t => {
  const commits = [{account: 'default', at: '', order: 1}];
  const control = {operation: 'createFault', account: 'default', all: false, params: {}, query: {}, receivedAt: 0};
  const [traced] = tracedControls({...control, body: {match: {password: 'K'}, status: 500}, commits});
  t.like(traced?.draft, {body: {match: {password: '[hidden]'}, status: 500}});
});

test('no field or parameter of the service is mistaken for a key', t => {
  const known = operations.flatMap(({query, body}) => [query, body].flatMap(schema => namesIn(schema)));
  t.true(known.length > 300);
  t.deepEqual([...new Set(known.filter(isKeyName))], ['key']);
  t.is(bodyWithoutKey('{"key":"board"}', {}).rawBody, '{"key":"board"}', 'the only such field must not be hidden');
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

test('a multipart form stays valid when a field is hidden', t => {
  const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name=${name}\r\n${value}\r\n`;
  const form = (...parts: string[]) => `${parts.join('')}--b--\r\n`;
  const redacted = (text: string) => bodyWithoutKey(text, {password: 'K'}).rawBody;
  const [first, last] = [part('"name"', '\r\nAda'), part('"x"; filename="y.txt"', 'Content-Type: a/b\r\n\r\nz')];
  const secret = part('"password"', 'Content-Type: text/plain\r\n\r\nK\r\nK');
  t.is(redacted(form(first, secret, last)), form(first, part('"password"', '\r\n[hidden]'), last));
  t.is(redacted(form(first, last)), form(first, last));
  t.is(redacted(form(part('"note"', '\r\naccess_token=K'))), form(part('"note"', '\r\n[hidden]')));
  const broken = [
    form(part('"password"', '\r\n--K')).replaceAll('\r', ''),
    form(part('"password"', '\r\n--K')).replaceAll('--b', '--'),
    form(part('"access_token=K"', '\r\nK')),
    '--b name="password"\r\n\r\nK',
    '--password\r\nK',
  ];
  for (const text of broken) {
    t.false(redacted(text).includes('K'), text);
  }
});
