import {bare} from '../contestants/bare.js';
import {someIds} from '../contestants/records.js';
import {checkAlike, recordReplies} from '../contestants/replies.js';
import {sandboxOf} from '../contestants/sandbox.js';
import {scenarios} from '../contestants/scenarios.js';
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
const measured = ['get one', 'list a page of 25'] as const;

/** Reads, of a Koa that stringifies the same object, by server CPU: rounds in turn, the median of their ratios. */
export const requests: Budget = {
  name: 'requests',
  async measure() {
    await using fleet = new Fleet();
    return await inFolder(async folder => {
      const server = await startServer(sandboxOf(constituents), fleet);
      const ids = await someIds(server.url, 500);
      const koa = await startServer(bare('Koa', await recordReplies(server, ids, folder)), fleet);
      await checkAlike(server, koa, ids);
      const load = startLoader(fleet);
      const figures: Figure[] = [];
      for (const scenario of measured) {
        const entrants = [server, koa].map(server => ({server, ids}));
        const [ours, others] = await playRounds(scenarios[scenario], entrants, load, effort);
        const median = ratios(ours!, others!)['by server CPU'];
        figures.push({label: `${scenario}, of Koa, by server CPU`, measured: {median}, target: {atLeast: 0.8}});
      }
      return figures;
    });
  },
};
