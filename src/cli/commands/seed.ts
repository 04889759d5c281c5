import type {AccountStatus} from '../../admin/status.js';
import {sandboxOptions} from '../../sandbox/options/table.js';
import {choice, flag, path, UsageError} from '../../sandbox/options/values.js';
import {dataOption} from '../client/connection.js';
import {sandboxCommand} from '../command.js';
import {readSeedFile} from '../files.js';
import {checkExclusive, defined} from '../options/option-table.js';
import {described} from '../output/format.js';

const ofSandbox = 'as the sandbox';
const mode = choice(['merge', 'replace']);

export const seed = sandboxCommand({
  usage: 'seed [records]',
  describe: 'Generate new data for an account, or load records from a JSON file',
  options: {
    records: {describe: 'JSON file of records', read: path},
    seed: {...sandboxOptions.seed, group: 'Options', fallback: ofSandbox},
    'seed-until': {...sandboxOptions['seed-until'], group: 'Options', fallback: ofSandbox},
    profile: {...sandboxOptions.profile, group: 'Options'},
    constituents: {...sandboxOptions.constituents, group: 'Options'},
    mode: {describe: 'Add the records to the data, or replace the data', read: mode, fallback: 'merge'},
    baseline: {describe: 'Make the result the state that a reset restores', read: flag()},
    ...dataOption,
  },
  examples: [
    ['seed --seed 7 --profile small', 'other data, with 50 constituents'],
    ['seed records.json --mode merge --baseline', 'your own records, which a reset restores'],
  ],
  check: ({records: file, seed, 'seed-until': seedUntil, profile, constituents, mode, baseline, data}) => {
    const [generated] = Object.keys(defined({seed, 'seed-until': seedUntil, profile, constituents}));
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
    const given = defined({seed, seed_until, profile, constituents, mode, baseline: baseline || undefined});
    const body = {...(file === undefined ? {} : await readSeedFile(file)), ...given};
    const reply = await client.send<AccountStatus>('POST', '/seed', body);
    const done = file === undefined ? 'has new data' : `has the records of ${file}`;
    return [reply, `${described(reply, false, done, '')}${baseline ? '; a reset goes back to this' : ''}`];
  },
});
