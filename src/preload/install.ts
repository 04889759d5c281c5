import {channel, subscribe} from 'node:diagnostics_channel';
import {syncBuiltinESMExports} from 'node:module';
import {tellGot} from './caller/tell-got.js';
import {tellHttp} from './caller/tell-http.js';
import {tellHttp2} from './caller/tell-http2.js';
import {tellUndici} from './caller/tell-undici.js';
import {isWatched} from './caller/watched.js';
import {redirectHeirs} from './redirect/heirs.js';
import {refuseNames} from './redirect/names.js';
import {readSetting, type Setting, variable} from './redirect/setting.js';
import {redirectSockets} from './redirect/sockets.js';
import {trustRun} from './redirect/trust.js';

/**
 * Tells the lines of the user's code in requests to the sandbox, and redirects connections to the hosts that the
 * environment names.
 * @throws Error where the environment is wrong: then nothing may run that could reach the real service
 */
export function install(): void {
  const text = process.env[variable];
  const setting = readSetting(text);
  if (setting !== undefined) {
    once('redirects', () => redirect(setting, text!));
  }
  once('tells', () => {
    try {
      tell(setting);
    } catch {} // an old Node that has not all of this; the requests go on without
  });
  syncBuiltinESMExports();
}

function redirect(setting: Setting, text: string): void {
  redirectSockets(setting);
  trustRun(setting);
  refuseNames(setting);
  redirectHeirs(import.meta.filename, text);
}

function tell(setting: Setting | undefined): void {
  const isTold = (host: string) => isWatched(host, setting);
  tellUndici(isTold);
  tellHttp(isTold);
  tellGot(isTold);
  if (setting !== undefined) {
    tellHttp2(isTold);
  }
}

/** Of this file, a test runner may load a copy for each of its own: they share Node's channels, and nothing else. */
function once(name: string, act: () => void): void {
  const mark = `crm-sandbox:${name}`;
  if (!channel(mark).hasSubscribers) {
    act();
    subscribe(mark, () => undefined);
  }
}
