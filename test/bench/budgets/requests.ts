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

/** For a sandbox with the default readers. */
const withReaders: readonly Floor[] = [
  {scenario: 'get one', atLeast: 0.7},
  {scenario: 'list a page of 25', atLeast: 0.7},
  {scenario: 'create a gift', atLeast: 0.3},
];

const withoutReaders: readonly Floor[] = [{scenario: 'create a gift', atLeast: 0.5}];

/** Measures a sandbox and Koa in turn, and returns the median ratios by server CPU. */
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
      const [ours, theirs] = await playRounds(scenarios[scenario], entrants, load, effort);
      const median = ratios(ours!, theirs!)['by server CPU'];
      const label = [scenario, ...words].join(' ');
      figures.push({label: `${label}, of Koa, by server CPU`, measured: {median}, target: {atLeast}});
    }
    return figures;
  });
}

/** The speed relative to Koa, which stringifies the same object and parses bodies with koa-bodyparser. */
export const requests: Budget = {
  name: 'requests',
  measure: async () => [
    ...(await compare(withReaders)),
    ...(await compare(withoutReaders, ['--findings', 'off', '--journal-requests', '0'])),
  ],
};
