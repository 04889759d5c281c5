import {existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import {LogFile, readLogFile} from '../../src/persistence/log-file.js';
import {SnapshotError} from '../../src/persistence/snapshot/snapshot-error.js';
import {effort} from '../support/effort.js';
import {temporaryFolder} from './support.js';

const base = 'sha256:abc';

function started(file: string): LogFile {
  writeFileSync(file, LogFile.head(base));
  return new LogFile(file);
}

test('lines are read as they were written, from this log and the next that goes on with it', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.journal');
  const log = started(file);
  log.append('{"a":1}');
  log.append('{"b":"ü\\n"}');
  t.is(log.length, statSync(file).size);
  log.close();
  const next = new LogFile(file);
  next.append('{}');
  next.close();
  t.deepEqual([...readLogFile(file, base)], ['{"a":1}', '{"b":"ü\\n"}', '{}']);
  t.regex(readFileSync(file, 'utf8').split('\n')[1]!, /^[0-9a-f]{16} \{"a":1\}$/);
});

test('no log, an empty one, and one of another file hold nothing', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.journal');
  t.deepEqual([...readLogFile(file, base)], []);
  writeFileSync(file, '');
  t.deepEqual([...readLogFile(file, base)], []);
  const log = started(file);
  log.append('{}');
  log.close();
  t.deepEqual([...readLogFile(file, 'sha256:abd')], []);
  t.deepEqual([...readLogFile(file, undefined)], [], 'a file that was edited has no log');
});

test('a newer log is refused', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.journal');
  writeFileSync(file, LogFile.head(base));
  const log = new LogFile(file);
  log.close();
  const head = readFileSync(file, 'utf8').slice(17).trim().replace('"format_version":1', '"format_version":2');
  writeFileSync(file, '');
  const newer = new LogFile(file);
  newer.append(head);
  newer.close();
  t.throws(() => [...readLogFile(file, base)], {instanceOf: SnapshotError, message: /newer crm-sandbox/});
});

test('whatever is cut off or flipped, the lines before are read or the log is refused', async t => {
  const file = path.join(await temporaryFolder(t), 'data.json.journal');
  const log = started(file);
  const lines = Array.from({length: 6}, (_, index) => JSON.stringify({line: index, text: 'ab*J\u000b'.repeat(index)}));
  for (const line of lines) {
    log.append(line);
  }
  log.close();
  const whole = readFileSync(file);
  for (let length = 0; length <= whole.length; length++) {
    writeFileSync(file, whole.subarray(0, length));
    const complete = whole.subarray(0, length).toString('latin1').split('\n').length - 1;
    t.deepEqual([...readLogFile(file, base)], lines.slice(0, Math.max(0, complete - 1)));
  }
  fc.assert(
    fc.property(fc.nat(whole.length - 1), fc.nat(7), (place, bit) => {
      const flipped = Buffer.from(whole);
      flipped[place]! ^= 1 << bit;
      writeFileSync(file, flipped);
      if (place === whole.length - 1) {
        t.deepEqual([...readLogFile(file, base)], lines.slice(0, -1), 'a line without its end is none');
      } else {
        t.throws(() => [...readLogFile(file, base)], {
          instanceOf: SnapshotError,
          message: /log is damaged in line \d/,
        });
      }
    }),
    {numRuns: effort(300, 8000)},
  );
});

const onFullDisk = existsSync('/dev/full') ? test : test.skip;

onFullDisk('what the system does not take is thrown, again and again', t => {
  const log = new LogFile('/dev/full');
  t.throws(() => log.append('{}'), {code: 'ENOSPC'});
  // A device can't be cut back, so the torn line stands, and nothing may be glued to it.
  t.throws(() => log.append('{}'), {code: 'EINVAL'});
  t.is(log.length, 0);
  log.close();
});
