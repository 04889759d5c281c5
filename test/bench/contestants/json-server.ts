import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {installedFile} from '../installed-file.js';
import type {Contestant} from './contestant.js';
import type {Constituent} from './records.js';

/**
 * json-server with these constituents and no gifts, so that it writes less to its file on each create.
 * @param folder the folder for its file
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
