import {bare} from './contestants/bare.js';
import type {Contestant} from './contestants/contestant.js';
import {jsonServer} from './contestants/json-server.js';
import {mockoon} from './contestants/mockoon.js';
import {listedConstituents, someIds} from './contestants/records.js';
import {checkAlike, recordReplies} from './contestants/replies.js';
import {sandbox, sandboxOf} from './contestants/sandbox.js';
import {type MakeRequests, type Scenario, scenarios} from './contestants/scenarios.js';
import {median} from './figures.js';
import {inFolder} from './folder.js';
import {startLoader} from './load/loader.js';
import {type Effort, type Entrant, playRounds, type Round} from './load/rounds.js';
import {Fleet} from './processes/fleet.js';
import {startServer} from './processes/server.js';
import {atLeast, promisedAtSize, promisedRequests} from './promises.js';
import {ratios} from './ratios.js';
import type {Section} from './section.js';
import {type Figure, shown} from './targets.js';

const effort: Effort = {rounds: 5, warmUp: {requests: 6000, seconds: 1.8}, round: 0.25};
const requestedConstituents = 500;

type Played = ReadonlyMap<string, readonly Round[]>;

const [small, middle, large] = [1000, 10_000, 100_000].map(count => sandboxOf(count)) as [
  Contestant,
  Contestant,
  Contestant,
];
const logging = sandbox(`${middle.name}, with its log`, ['--constituents', '10000']);

/** Starts all contestants. The other servers have the data of the sandbox of middle size. */
async function enter(fleet: Fleet, folder: string): Promise<readonly Entrant[]> {
  const start = async (contestant: Contestant, ids?: readonly number[]): Promise<Entrant> => {
    const server = await startServer(contestant, fleet);
    return {server, ids: ids ?? (await someIds(server.url, requestedConstituents))};
  };
  const slow = start(large);
  const {server, ids} = await start(middle);
  const constituents = await listedConstituents(server.url);
  const replies = await recordReplies(server, ids, folder);
  const bares = [bare('node:http', replies), bare('Koa', replies)];
  const peers = [...bares, jsonServer(constituents, folder), mockoon(constituents, folder)];
  const started = [start(small), {server, ids}, slow, start(logging), ...peers.map(peer => start(peer, ids))];
  const entrants = await Promise.all(started);
  const koa = entrants.find(entrant => entrant.server.contestant.name === 'bare Koa')!;
  await checkAlike(server, koa.server, ids);
  return entrants;
}

const compare = (played: Played, ours: Contestant, other: string) => ratios(played.get(ours.name)!, played.get(other)!);

function figuresOf(scenario: Scenario, played: Played): Figure[] {
  const against = Object.entries(promisedRequests[scenario]).map(([other, limit]) => ({
    label: `${scenario}, of ${other}`,
    measured: compare(played, middle, other),
    target: atLeast(limit),
  }));
  const atSize = compare(played, large, small.name);
  return [...against, {label: `${scenario}, at 100,000 of 1,000`, measured: atSize, target: atLeast(promisedAtSize)}];
}

function rowsOf(scenario: string, played: Played): string[][] {
  return Array.from(played, ([name, rounds]) => [
    `${scenario}: ${name}`,
    ...(['requestsPerSecond', 'serverCpu', 'clientCpu'] as const).map(figure =>
      shown(median(rounds.map(round => round[figure]))),
    ),
    ...Object.values(compare(played, middle, name)).map(ratio => shown(ratio)),
  ]);
}

/** Measures the sandbox under load, compared with minimal servers and with other tools. */
export async function benchRequests(): Promise<Section> {
  await using fleet = new Fleet();
  return await inFolder(async folder => {
    const entrants = await enter(fleet, folder);
    const load = startLoader(fleet);
    const play = async (makeRequests: MakeRequests, players: readonly Entrant[]): Promise<Played> => {
      const rounds = await playRounds(makeRequests, players, load, effort);
      return new Map(players.map(({server}, index) => [server.contestant.name, rounds[index]!]));
    };
    const figures: Figure[] = [];
    const rows: string[][] = [];
    for (const scenario of Object.keys(scenarios) as Scenario[]) {
      const players = entrants.filter(({server}) => server.contestant !== logging || scenario === 'get one');
      const played = await play(scenarios[scenario], players);
      figures.push(...figuresOf(scenario, played));
      rows.push(...rowsOf(scenario, played));
    }
    const heads = ['scenario', 'requests/s', 'server CPU, µs', 'client CPU, µs', 'ours : this', 'ours : this, by CPU'];
    // The figures include the other sizes.
    const isInPage = ([label = '']: readonly string[]) => !/node:http|1,000 constituents|100,000/.test(label);
    return {figures, tables: [{heads, rows}], pageTables: [{heads, rows: rows.filter(isInPage)}]};
  });
}
