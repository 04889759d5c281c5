import {channel, subscribe} from 'node:diagnostics_channel';
import {syncBuiltinESMExports} from 'node:module';
import {addCaller} from './caller/add-caller.js';
import {isPermitted, refuseSockets} from './deno.js';
import {report} from './redirect/decide.js';
import {redirectHeirs} from './redirect/heirs.js';
import {refuseNames} from './redirect/names.js';
import {type Run, readRuns, variable} from './redirect/setting.js';
import {redirectSockets, refuseDatagrams, trustRuns} from './redirect/sockets.js';

/**
 * Adds the lines of the user's code to requests to the sandbox, and redirects or rejects connections for the runs in
 * the environment.
 * @throws Error for an invalid environment: then no code may run that could reach the real service
 */
export function install(): void {
  if (!isPermitted('env', 'read')) {
    refuseSockets();
    return;
  }
  const text = process.env[variable];
  const runs = readRuns(text);
  if (runs.length > 0) {
    once('redirects', () => redirect(runs, text!));
  }
  once('tells', () => {
    try {
      addCaller(runs);
    } catch {} // an old Node lacks some features; its requests continue without the header
  });
  syncBuiltinESMExports();
}

function redirect(runs: readonly Run[], text: string): void {
  redirectSockets(runs);
  trustRuns(runs);
  refuseNames(runs);
  refuseDatagrams(runs);
  redirectHeirs(import.meta.filename, text, runs);
  report('preloaded', [`${process.pid}`], runs);
}

/** A test runner may load several copies of this file, which share only Node's channels. */
function once(name: string, act: () => void): void {
  const mark = `crm-sandbox:${name}`;
  if (!channel(mark).hasSubscribers) {
    act();
    subscribe(mark, () => undefined);
  }
}
