import type {MakeRequests} from '../contestants/scenarios.js';
import type {RunningServer} from '../processes/server.js';
import type {Job} from './job.js';
import type {Loader} from './loader.js';

/** One round of one contestant. */
export interface Round {
  readonly requestsPerSecond: number;
  /** CPU time in microseconds, per request. */
  readonly serverCpu: number;
  readonly clientCpu: number;
}

export interface Effort {
  readonly rounds: number;
  /** Requests that each contestant is warmed up with at each scenario, unless that takes longer than the seconds. */
  readonly warmUp: {readonly requests: number; readonly seconds: number};
  /** Seconds that a round takes, about: it is a number of requests, which follows from the warm-up. */
  readonly round: number;
}

/** Fewer than this say nothing, however slow the server. */
const fewestRequests = 8;

/**
 * A server is as fast as it gets once its code is compiled: after some number of requests, not of seconds. Every burst
 * is waited for to its end, so that nothing of it is left for the next server's turn.
 * @returns requests per second in the end
 */
async function heat(load: Loader, job: Omit<Job, 'amount'>, warmUp: Effort['warmUp']): Promise<number> {
  await load({...job, amount: fewestRequests}); // the first ones may wait seconds for indexes that are built once
  let [answered, spent, amount] = [0, 0, fewestRequests];
  for (;;) {
    const {requests, seconds} = await load({...job, amount});
    answered += requests;
    spent += seconds;
    const rate = requests / seconds;
    if (answered >= warmUp.requests || spent >= warmUp.seconds) {
      return rate;
    }
    const left = Math.min(warmUp.requests - answered, Math.round(rate * (warmUp.seconds - spent)));
    amount = Math.max(fewestRequests, Math.min(amount * 4, left));
  }
}

async function oneRound(server: RunningServer, load: Loader, job: Job): Promise<Round> {
  const before = await server.usage();
  const {requests, seconds, clientCpu} = await load(job);
  const after = await server.usage();
  return {
    requestsPerSecond: requests / seconds,
    serverCpu: (after.cpu - before.cpu) / requests,
    clientCpu: clientCpu / requests,
  };
}

/** A server, and the constituents it is asked for. */
export interface Entrant {
  readonly server: RunningServer;
  readonly ids: readonly number[];
}

/** Loads the servers in turn, round after round, so that what disturbs the machine disturbs each of them. */
export async function playRounds(
  makeRequests: MakeRequests,
  entrants: readonly Entrant[],
  load: Loader,
  {rounds, warmUp, round}: Effort,
): Promise<readonly Round[][]> {
  const jobs: Job[] = [];
  for (const {
    server: {contestant, url},
    ids,
  } of entrants) {
    const requests = makeRequests(contestant, ids);
    const requestsPerSecond = await heat(load, {url, requests}, warmUp);
    jobs.push({url, requests, amount: Math.max(fewestRequests, Math.round(requestsPerSecond * round))});
  }
  const played: Round[][] = entrants.map(() => []);
  for (let turn = 0; turn < rounds; turn++) {
    for (const [index, {server}] of entrants.entries()) {
      played[index]!.push(await oneRound(server, load, jobs[index]!));
    }
  }
  return played;
}
