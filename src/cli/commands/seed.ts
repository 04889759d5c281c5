import type {AccountStatus} from '../../admin/status.js';
import {sandboxOptions} from '../../sandbox/options/table.js';
import {choice, flag, path, UsageError} from '../../sandbox/options/values.js';
import {dataOption} from '../client/connection.js';
import {sandboxCommand} from '../command.js';
import {readSeedFile} from '../files.js';
import {checkExclusive, said} from '../options/option-table.js';
import {described} from '../output/format.js';

const mode = choice(['merge', 'replace']);

export const seed = sandboxCommand({
  usage: 'seed [records]',
  describe: "Replace an account's data with generated data, or load records from a JSON file",
  options: {
    records: {describe: 'A JSON file of records', read: path},
    seed: {describe: "The same seed gives the same data [default: the sandbox's own]", read: sandboxOptions.seed.read},
    'seed-until': {
      describe: "The last day of generated data, or now for the day of the clock [default: the sandbox's own]",
      read: sandboxOptions['seed-until'].read,
    },
    profile: sandboxOptions.profile,
    constituents: sandboxOptions.constituents,
    mode: {describe: 'Add records to the data (merge), or replace the data (replace)', read: mode, fallback: 'merge'},
    baseline: {describe: 'Make the result the state that a reset goes back to', read: flag()},
    ...dataOption,
  },
  examples: [
    ['seed --seed 7 --profile small', 'other data, and less'],
    ['seed records.json --mode merge --baseline', 'records of your own, which a reset keeps'],
  ],
  check: ({records: file, seed, 'seed-until': seedUntil, profile, constituents, mode, baseline, data}) => {
    const [generated] = Object.keys(said({seed, 'seed-until': seedUntil, profile, constituents}));
    if (file !== undefined && generated !== undefined) {
      throw new UsageError(
        `--${generated} is for generated data, and ${file} holds given records: use one or the other`,
      );
    }
    if (file === undefined && mode !== undefined) {
      throw new UsageError('--mode is for records from a file: generated data replace what is there');
    }
    checkExclusive({'--profile': profile, '--constituents': constituents});
    if (data !== undefined && baseline) {
      throw new UsageError('--baseline is for a server: a data file does not hold what a reset goes back to');
    }
  },
  run: async (client, {records: file, seed, 'seed-until': seed_until, profile, constituents, mode, baseline}) => {
    const given = said({seed, seed_until, profile, constituents, mode, baseline: baseline || undefined});
    const body = {...(file === undefined ? {} : await readSeedFile(file)), ...given};
    const reply = await client.send<AccountStatus>('POST', '/seed', body);
    const done = file === undefined ? 'has new data' : `has the records of ${file}`;
    return [reply, `${described(reply, false, done, '')}${baseline ? '; a reset goes back to this' : ''}`];
  },
});
