import {readFileSync} from 'node:fs';
import path from 'node:path';
import test from 'ava';
import * as fc from 'fast-check';
import {newFolder} from '../../support/cli.js';
import {eventsOf, replayFile, traceOf} from '../../support/traces.js';
import {control, request} from './steps.js';

const steps = fc.array(fc.oneof({weight: 3, arbitrary: request}, {weight: 1, arbitrary: control}), {
  minLength: 1,
  maxLength: 25,
});

test('replays of random requests are equal, and a second run writes the same bytes', async t => {
  const folder = await newFolder(t);
  const [one, other] = ['one.gz', 'other.gz'].map(name => path.join(folder, name)) as [string, string];
  await fc.assert(
    fc.asyncProperty(steps, async steps => {
      for (const file of [one, other]) {
        await traceOf(file, {constituents: 8}, async send => {
          for (const step of steps) {
            await send(step);
          }
        });
      }
      const requests = (await eventsOf(one)).filter(({type}) => type === 'request');
      t.is(requests.length, steps.filter(({path}) => !path.startsWith('/_sandbox')).length);
      const {deviation, equal, skipped} = await replayFile(one);
      t.is(deviation, undefined, JSON.stringify(deviation));
      t.is(equal + skipped, requests.length);
      if (!steps.some(({body}) => (body as {mode?: string} | undefined)?.mode === 'running')) {
        t.deepEqual(readFileSync(one), readFileSync(other));
      }
    }),
    {
      numRuns: 25,
      examples: [
        // A rejected operation still creates the account of its key, which a later operation can delete or copy.
        [
          [
            {method: 'POST', path: '/_sandbox/snapshots/a/restore', key: 'sbx_one'},
            {method: 'DELETE', path: '/_sandbox/accounts/one', key: 'sandbox-key'},
            {method: 'GET', path: '/api/v1/groups?limit=1&offset=1', key: 'sandbox-key'},
          ],
        ],
        [
          [
            {method: 'DELETE', path: '/_sandbox/snapshots/a', key: 'sandbox-key'},
            {
              method: 'POST',
              path: '/_sandbox/accounts',
              body: {name: 'two', from: {account: 'default'}},
              key: 'sbx_one',
            },
            {method: 'GET', path: '/api/v1/groups?limit=1&offset=1', key: 'sbx_two'},
          ],
        ],
      ],
    },
  );
});
