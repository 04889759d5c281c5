import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {installedFile} from '../installed-file.js';
import type {Contestant} from './contestant.js';
import type {Constituent} from './records.js';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The minimum for CRUD; `--repair` adds the rest. */
function environment(constituents: readonly Constituent[]): object {
  const buckets = [
    {id: 'constituents', endpoint: 'constituents', rows: constituents},
    {id: 'gifts', endpoint: 'constituents/:constituent_id/gifts', rows: []},
  ];
  const routes = buckets.map(({id, endpoint}, index) => ({
    uuid: uuid(10 + index),
    type: 'crud',
    endpoint,
    responses: [{uuid: uuid(20 + index), bodyType: 'DATABUCKET', databucketID: id, default: true}],
  }));
  return {
    uuid: uuid(1),
    lastMigration: 33,
    name: 'bench',
    hostname: '127.0.0.1',
    routes,
    rootChildren: routes.map(({uuid}) => ({type: 'route', uuid})),
    data: buckets.map(({id, rows}, index) => ({uuid: uuid(30 + index), id, name: id, value: JSON.stringify(rows)})),
  };
}

/** Mockoon with these constituents in a data bucket. Its log cannot be disabled. @param folder where to put its file */
export function mockoon(constituents: readonly Constituent[], folder: string): Contestant {
  const file = path.join(folder, 'mockoon.json');
  writeFileSync(file, JSON.stringify(environment(constituents)));
  const script = installedFile('peers', '@mockoon/cli/bin/run.js');
  const options = ['start', '--repair', '--disable-log-to-file', '--disable-admin-api', '--data', file];
  return {
    name: 'Mockoon',
    command: port => [script, ...options, '--port', String(port)],
    paths: {
      one: id => `/constituents/${id}`,
      page: limit => `/constituents?page=1&limit=${limit}`,
      gifts: id => `/constituents/${id}/gifts`,
    },
  };
}
