import {bare} from '../contestants/bare.js';
import {someIds} from '../contestants/records.js';
import {checkAlike, recordReplies} from '../contestants/replies.js';
import {sandboxOf} from '../contestants/sandbox.js';
import {type Scenario, scenarios} from '../contestants/scenarios.js';
import {inFolder} from '../folder.js';
import {startLoader} from '../load/loader.js';
import {type Effort, playRounds} from '../load/rounds.js';
import {Fleet} from '../processes/fleet.js';
import {startServer} from '../processes/server.js';
import {ratios} from '../ratios.js';
import type {Figure} from '../targets.js';
import type {Budget} from './budget.js';

const effort: Effort = {rounds: 11, warmUp: {requests: 6000, seconds: 2}, round: 0.25};
const constituents = 10_000;

interface Floor {
  readonly scenario: Scenario;
  readonly atLeast: number;
}

/** With every reader of requests that a start has by default. */
const usual: readonly Floor[] = [
  {scenario: 'get one', atLeast: 0.7},
  {scenario: 'list a page of 25', atLeast: 0.7},
  {scenario: 'create a gift', atLeast: 0.3},
];

const unread: readonly Floor[] = [{scenario: 'create a gift', atLeast: 0.5}];

/** The ratios of one sandbox to Koa, by server CPU: the servers take turns, and the median counts. */
async function compare(floors: readonly Floor[], words: readonly string[] = []): Promise<readonly Figure[]> {
  await using fleet = new Fleet();
  return await inFolder(async folder => {
    const server = await startServer(sandboxOf(constituents, words), fleet);
    const ids = await someIds(server.url, 500);
    const koa = await startServer(bare('Koa', await recordReplies(server, ids, folder)), fleet);
    await checkAlike(server, koa, ids);
    const load = startLoader(fleet);
    const figures: Figure[] = [];
    for (const {scenario, atLeast} of floors) {
      const entrants = [server, koa].map(server => ({server, ids}));
      const [ours, others] = await playRounds(scenarios[scenario], entrants, load, effort);
      const median = ratios(ours!, others!)['by server CPU'];
      const label = [scenario, ...words].join(' ');
      figures.push({label: `${label}, of Koa, by server CPU`, measured: {median}, target: {atLeast}});
    }
    return figures;
  });
}

/** Requests as a ratio to a Koa that stringifies the same object, and parses a body with koa-bodyparser. */
export const requests: Budget = {
  name: 'requests',
  measure: async () => [
    ...(await compare(usual)),
    ...(await compare(unread, ['--findings', 'off', '--journal-requests', '0'])),
  ],
};
