import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {TraceError} from '../../../src/exchanges/trace/read-trace.js';
import {newFolder} from '../../support/cli.js';
import {eventsOf, linesOf, traceOf} from '../../support/traces.js';

async function traced(t: ExecutionContext) {
  const file = path.join(await newFolder(t), 'trace.gz');
  await traceOf(file, {}, async send => {
    for (const name of ['one', 'two', 'three']) {
      await send({method: 'POST', path: '/api/v1/groups', body: {name}});
    }
  });
  return {file, bytes: readFileSync(file), lines: linesOf(file)};
}

const gzipped = (lines: readonly string[]) => gzipSync(`${lines.join('\n')}\n`);

test('an incomplete or invalid trace is rejected with the line', async t => {
  const {file, bytes, lines} = await traced(t);
  const [head = '', one = '', two = '', three = '', end = ''] = lines;
  t.is((await eventsOf(file)).length, 3);
  const newer = head.replace('"version":2', '"version":3');
  const older = head.replace('"version":2', '"version":1');
  const cases: ReadonlyArray<readonly [bytes: Buffer, message: RegExp]> = [
    [Buffer.from(''), /is no trace: it is not gzipped$/],
    [Buffer.from('{"format":"crm-sandbox trace"}'), /is no trace: it is not gzipped$/],
    [gzipSync(''), /is empty, and no trace$/],
    [gzipped(['[1]']), /is no trace of crm-sandbox: its first line does not say so$/],
    [gzipped(['null']), /is no trace of crm-sandbox/],
    [gzipped(['{"log":{"version":"1.2"}}']), /is no trace of crm-sandbox/],
    [gzipped(['a: b']), /, line 1: must be JSON/],
    [
      gzipped([newer, one]),
      /is of format 3, and this crm-sandbox reads format 2; take the version that wrote it, "0\.1\.0", or a later one$/,
    ],
    [
      gzipped([older, one]),
      /is of format 1, and this crm-sandbox reads format 2; take the version that wrote it, "0\.1\.0"$/,
    ],
    [gzipped([head.replace('"seed":1', '"seed":"1"'), one]), /, line 1: seed: /],
    [gzipped([head]), /is cut: it ends after line 1, without its last line$/],
    [gzipped([head, one, two]), /is cut: it ends after line 3, without its last line$/],
    [gzipSync(`${head}\n${one}\n${two.slice(0, 30)}`), /is cut: it ends in the middle of line 3$/],
    [gzipped([head, one, three, end]), /, line 3: must be number 2, got 3; a part of the trace is missing$/],
    [gzipped([head, one, two.replace('"status":200', '"status":"200"'), three, end]), /, line 3: status: /],
    [gzipped([head, one, '{"n":2,"type":"other"}', three, end]), /, line 3: /],
    [gzipped([head, one.replace('one', 'eno'), two, three, end]), /, line 5: the lines before it are not those/],
    [gzipped([...lines, one]), /, line 5: must be the last line, and more follows$/],
    [bytes.subarray(0, bytes.length - 20), /, line \d+: the file is cut there$/],
    [
      Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(20, 0xff), bytes.subarray(60)]),
      /, line 1: the file is damaged there/,
    ],
  ];
  for (const [bytes, message] of cases) {
    writeFileSync(file, bytes);
    await t.throwsAsync(eventsOf(file), {instanceOf: TraceError, message}, `${message}`);
  }
});

test('reading stops at a line that is too long', async t => {
  const file = path.join(await newFolder(t), 'trace.gz');
  const {lines} = await traced(t);
  writeFileSync(file, Buffer.concat([gzipSync(`${lines[0]}\n`), gzipSync(Buffer.alloc(80 * 1024 * 1024, 'x'))]));
  await t.throwsAsync(eventsOf(file), {message: /, line 2: is longer than any that format 2 has$/});
});
