import type {MakeRequests} from '../contestants/scenarios.js';
import type {RunningServer} from '../processes/server.js';
import type {Job} from './job.js';
import type {Loader} from './loader.js';

/** The result of one round of one contestant. */
export interface Round {
  readonly requestsPerSecond: number;
  /** CPU time in microseconds, per request. */
  readonly serverCpu: number;
  readonly clientCpu: number;
}

export interface Effort {
  readonly rounds: number;
  /** The warm-up of each contestant for each scenario, limited by requests and seconds. */
  readonly warmUp: {readonly requests: number; readonly seconds: number};
  /** The approximate seconds of a round; the number of requests is derived from the warm-up. */
  readonly round: number;
}

/** The minimum number of requests of a burst; fewer are not meaningful, however slow the server is. */
const minRequests = 8;

/**
 * Warms up a server. It reaches its full speed once its code is compiled, which depends on requests rather than time.
 * Every burst is awaited, so that nothing is left for the next server's turn.
 * @returns requests per second at the end
 */
async function heat(load: Loader, job: Omit<Job, 'amount'>, warmUp: Effort['warmUp']): Promise<number> {
  await load({...job, amount: minRequests}); // the first requests may wait seconds for indexes
  let [sent, spent, amount] = [0, 0, minRequests];
  for (;;) {
    const {requests, seconds} = await load({...job, amount});
    sent += requests;
    spent += seconds;
    const rate = requests / seconds;
    if (sent >= warmUp.requests || spent >= warmUp.seconds) {
      return rate;
    }
    const left = Math.min(warmUp.requests - sent, Math.round(rate * (warmUp.seconds - spent)));
    amount = Math.max(minRequests, Math.min(amount * 4, left));
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

/** A server and the constituents to request. */
export interface Entrant {
  readonly server: RunningServer;
  readonly ids: readonly number[];
}

/** Loads the servers in turn, round after round, so that other load on the machine affects all of them equally. */
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
    jobs.push({url, requests, amount: Math.max(minRequests, Math.round(requestsPerSecond * round))});
  }
  const results: Round[][] = entrants.map(() => []);
  for (let turn = 0; turn < rounds; turn++) {
    for (const [index, {server}] of entrants.entries()) {
      results[index]!.push(await oneRound(server, load, jobs[index]!));
    }
  }
  return results;
}
