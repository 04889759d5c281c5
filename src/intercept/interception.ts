import {readFileSync} from 'node:fs';
import {machineClock, moment} from '../accounts/clock.js';
import {hostName} from '../preload/hosts.js';
import {reportBeside} from '../preload/redirect/setting.js';
import type {SandboxServers} from './connection.js';
import {Gate} from './gate.js';
import {makePrivateFolder, removeFolder, writePrivately} from './private-folder.js';
import {startProxy} from './proxy.js';
import type {ReachCounter, Reached} from './reach-counter.js';
import {listenTls} from './tls-listener.js';
import {Routes} from './upstream.js';

export interface InterceptOptions {
  /** Names of the hosts that the sandbox replaces, such as `api.example.com`. */
  readonly hosts: readonly string[];
  /** Hosts that clients may reach in private networks or isolated runs, in `NO_PROXY` format. Default: none */
  readonly allow?: readonly string[];
  /** True to reject all other hosts except this machine and `allow`. Default: false */
  readonly isolate?: boolean;
  /** Environment variables that configure the user's own proxy for other hosts: `process.env`. Default: none */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export interface Interception {
  readonly hosts: readonly string[];
  /** Accepts TLS connections for the hosts, on 127.0.0.1. */
  readonly port: number;
  /** Accepts plain HTTP: the sandbox's own port. */
  readonly plainPort: number;
  /** `http://127.0.0.1:41234` */
  readonly proxy: string;
  /** The certificate to trust, for these hosts only, as PEM. */
  readonly ca: string;
  /** The certificate's file, in a folder that no other user can read; both are removed when the sandbox closes. */
  readonly caFile: string;
  readonly isolate: boolean;
  readonly allow: readonly string[];
  readonly reached: Reached;
  /** Writes another file to that folder. @returns its path */
  keep(name: string, content: string): string;
}

export interface RunningInterception extends Interception {
  close(): Promise<void>;
}

/** Starts the listener and the proxy. @throws the system's own error if a file can't be written */
export async function intercept(
  options: InterceptOptions,
  counter: ReachCounter,
  server: SandboxServers & {readonly port: number},
): Promise<RunningInterception> {
  const {allow = [], isolate = false, environment = {}} = options;
  const hosts = options.hosts.map(hostName);
  const {makeAuthority} = await import('./authority.js');
  const authority = await makeAuthority(hosts, moment(machineClock));
  const listener = await listenTls(hosts, authority, server, host => counter.count('untrusted', host));
  const direct = environment['no_proxy'] || environment['NO_PROXY'] || '';
  const proxy = await startProxy(
    hosts,
    {gate: new Gate({allow, isolate, direct}), routes: new Routes(environment), counter},
    {...server, serveTls: listener.take},
  );
  const folder = makePrivateFolder();
  const caFile = writePrivately(folder, 'ca.pem', authority.ca);
  const readRefused = readerOf(reportBeside(caFile, 'refused'), (host, caller) =>
    counter.count('refused', host, caller),
  );
  const readPassed = readerOf(reportBeside(caFile, 'passed'), host => counter.count('others', host));
  return {
    hosts,
    port: listener.port,
    plainPort: server.port,
    isolate,
    allow,
    proxy: `http://127.0.0.1:${proxy.port}`,
    ca: authority.ca,
    caFile,
    get reached() {
      readRefused();
      readPassed();
      return counter.reached;
    },
    keep: (name, content) => writePrivately(folder, name, content),
    close: async () => {
      proxy.close();
      listener.close();
      readRefused();
      readPassed();
      removeFolder(folder);
    },
  };
}

/** Limits for the file and for a single line. Bytes. */
const [maxBytes, maxLine] = [8 * 1024 * 1024, 2000];

/**
 * Reads a file to which the Node processes of the run append hosts.
 * @returns a function that counts the hosts added since its last call
 */
function readerOf(file: string, count: (host: string, caller?: string) => void): () => void {
  let offset = 0;
  return () => {
    let added = Buffer.alloc(0);
    try {
      added = readFileSync(file).subarray(offset, maxBytes);
    } catch {} // no hosts yet, or the run has ended
    const whole = added.subarray(0, added.lastIndexOf('\n') + 1);
    offset += whole.length;
    for (const line of whole.toString().split('\n').slice(0, -1)) {
      const [host = '', caller] = line
        .slice(0, maxLine)
        .replaceAll(/[^\t\x20-\x7e]/g, '?')
        .split('\t');
      count(host, caller);
    }
  };
}
