import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {installedFile} from '../installed-file.js';
import type {Contestant} from './contestant.js';
import type {Constituent} from './records.js';

/**
 * json-server with these constituents and no gift: less to write to its file at each create than the sandbox holds.
 * @param folder where its file goes
 */
export function jsonServer(constituents: readonly Constituent[], folder: string): Contestant {
  const file = path.join(folder, 'json-server.json');
  writeFileSync(file, JSON.stringify({constituents, gifts: []}));
  const script = installedFile('peers', 'json-server/lib/cli/bin.js');
  const options = ['--quiet', '--host', '127.0.0.1', '--foreignKeySuffix', '_id'];
  return {
    name: 'json-server',
    command: port => [script, ...options, '--port', String(port), file],
    paths: {
      one: id => `/constituents/${id}`,
      page: limit => `/constituents?_page=1&_limit=${limit}`,
      gifts: id => `/constituents/${id}/gifts`,
    },
  };
}
