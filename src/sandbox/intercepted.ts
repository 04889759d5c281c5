import type {ListeningServer} from '../http/server.js';
import type {InterceptOptions, RunningInterception} from '../intercept/interception.js';
import type {ReachCounter} from '../intercept/reach-counter.js';

/** Starts the interception of hosts. Only this file imports it, because most sandboxes do not need it. */
export async function openInterception(
  options: InterceptOptions,
  counter: ReachCounter,
  server: ListeningServer,
): Promise<RunningInterception> {
  const [{intercept}, {serveHttp2}] = await Promise.all([
    import('../intercept/interception.js'),
    import('../http/http2.js'),
  ]);
  const http2 = serveHttp2(server.answer);
  const opened = await intercept(options, counter, {...server, takeHttp2: http2.take});
  const {close} = opened;
  return Object.assign(opened, {close: () => http2.close().then(close)});
}
