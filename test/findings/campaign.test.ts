import test from 'ava';
import type {FullExchange} from '../../src/exchanges/exchange.js';
import {Replies} from '../../src/findings/memory/replies.js';
import {corrected} from '../../src/findings/proposals/corrected.js';
import {Session} from '../../src/findings/session.js';
import {catalog} from '../../src/resources/index.js';
import {settingsOf} from '../../src/settings.js';
import {effort, patience} from '../support/effort.js';
import {startWatched} from '../support/findings.js';
import {campaign} from './campaign.js';

const seed = Number(process.env['CAMPAIGN_SEED'] ?? 20_260_101);
const requests = effort(250, 5000);

test.serial('proposed requests are accepted, and no single-request rule reports them', async t => {
  t.timeout(patience);
  t.log({seed});
  const figures = await campaign(await startWatched(t), requests, seed);
  const {findings, single, proposals, refused, repeated} = figures;
  t.log({requests, findings, single, proposals});
  t.deepEqual(refused, []);
  t.deepEqual(repeated, []);
  t.true(proposals >= single * 0.9, `only ${proposals} of ${single} findings propose a request`);
});

test.serial('without trials, some proposed requests are rejected or reported again', async t => {
  const session = new Session(catalog, settingsOf(), new Replies());
  let latest: FullExchange | undefined;
  const sandbox = await startWatched(t, {
    onExchange: exchange => {
      latest = exchange as FullExchange;
    },
  });
  const {refused, repeated} = await campaign(sandbox, 250, seed, () => corrected(latest!, session));
  t.log({refused: refused.length, repeated: repeated.length});
  t.true(refused.length + repeated.length > 0);
});
