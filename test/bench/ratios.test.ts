import test from 'ava';
import {bare} from './contestants/bare.js';
import {sandboxAsItIs} from './contestants/default-data.js';
import {someIds} from './contestants/records.js';
import {recordReplies} from './contestants/replies.js';
import {sandboxOf} from './contestants/sandbox.js';
import {type Scenario, scenarios} from './contestants/scenarios.js';
import {inFolder} from './folder.js';
import {startLoader} from './load/loader.js';
import {type Effort, type Entrant, playRounds, type Round} from './load/rounds.js';
import {resident} from './memory.js';
import {Fleet} from './processes/fleet.js';
import {startServer, timeToAnswer} from './processes/server.js';
import {nothing, promisedAtSize, promisedRequests, promisedResident, promisedStart} from './promises.js';
import {timeOfNothing} from './start.js';

/**
 * A short bench, beside other tests on a busy machine. It goes by the CPU time that servers use and by the best round
 * of each, and fails only below half of what `npm run bench` is to reach: that is no noise.
 */
const slack = 2;
const effort: Effort = {rounds: 4, warmUp: {requests: 4000, seconds: 1}, round: 0.2};

const best = (rounds: readonly Round[]) => Math.min(...rounds.map(({serverCpu}) => serverCpu));

/** What is promised of a figure, and what came out; a sentence only where that is less than half of it. */
function tooSlow(what: string, measured: number, promised: number): string[] {
  return measured * slack >= promised ? [] : [`${what}: ${measured.toFixed(2)}, and ${promised} is promised`];
}

test.serial('requests are at least half as fast as promised, beside bare Koa and at any size', async t => {
  t.timeout(90_000);
  await using fleet = new Fleet();
  const slow = await inFolder(async folder => {
    const enter = async (constituents: number): Promise<Entrant> => {
      const server = await startServer(sandboxOf(constituents), fleet);
      return {server, ids: await someIds(server.url, 50)};
    };
    const small = await enter(1000);
    const large = await enter(20_000);
    const replies = await recordReplies(small.server, small.ids, folder);
    const koa = {server: await startServer(bare('Koa', replies), fleet), ids: small.ids};
    const load = startLoader(fleet);
    const slow: string[] = [];
    for (const scenario of Object.keys(scenarios) as Scenario[]) {
      const played = await playRounds(scenario, [small, large, koa], load, effort);
      const [ofSmall, ofLarge, ofKoa] = played.map(best) as [number, number, number];
      t.log(`${scenario}: ${(ofKoa / ofSmall).toFixed(2)} of bare Koa, ${(ofSmall / ofLarge).toFixed(2)} at size`);
      slow.push(...tooSlow(`${scenario}, of bare Koa`, ofKoa / ofSmall, promisedRequests[scenario]['bare Koa']));
      slow.push(...tooSlow(`${scenario}, at 20,000 of 1,000`, ofSmall / ofLarge, promisedAtSize));
    }
    return slow;
  });
  t.deepEqual(slow, []);
});

test.serial('a start takes no more than twice what is promised, of time and of memory', async t => {
  await using fleet = new Fleet();
  const started: number[] = [];
  const unit: number[] = [];
  for (let round = 0; round < 5; round++) {
    unit.push(await timeOfNothing(fleet));
    started.push(await timeToAnswer(sandboxAsItIs, fleet));
  }
  const times = Math.min(...started) / Math.min(...unit);
  const megabytes = await resident(sandboxAsItIs, [], fleet);
  t.log(`${times.toFixed(1)} times ${nothing}, ${megabytes.toFixed(0)} MB`);
  t.deepEqual(
    [
      ...tooSlow(`start, of ${nothing}`, 1 / times, 1 / promisedStart[nothing]),
      ...tooSlow('default data, of MB', 1 / megabytes, 1 / promisedResident),
    ],
    [],
  );
});
