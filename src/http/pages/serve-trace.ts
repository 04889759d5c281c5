import {createReadStream} from 'node:fs';
import path from 'node:path';
import Koa from 'koa';
import {notFound} from '../../errors.js';
import type {ConsoleFiles} from '../../pages/console-files.js';
import {refuseForeignOrigin} from '../guard/origin.js';
import {checkHost, namesOf} from '../guard/target.js';
import {reportErrors} from '../report-errors.js';
import type {RequestState, RequestStep} from '../request-state.js';
import {send} from '../send.js';
import {startServer} from '../server.js';
import {consoleRoot} from './console-root.js';
import {serveConsole} from './serve-console.js';
import {checkMethod} from './serve-pages.js';

const traceAt = `${consoleRoot}/trace.gz`;

/** Serves the console with a trace instead of a sandbox, on this machine only. */
export async function serveTrace(file: string, files: ConsoleFiles, onError: (error: unknown) => void) {
  const app = new Koa<RequestState>();
  app.on('error', () => undefined); // the client disconnected
  app.use(reportErrors(onError));
  app.use(checkHost(namesOf([]))); // prevents DNS rebinding
  app.use(traceFile(file));
  app.use(serveConsole({files, config: {trace: traceAt, name: path.basename(file)}}));
  app.use(() => {
    throw notFound(`There is nothing else here; the trace is shown at ${consoleRoot}`);
  });
  const server = await startServer({port: 0, host: '127.0.0.1'});
  server.serve(app.callback());
  return {url: `http://127.0.0.1:${server.port}${consoleRoot}`, close: () => server.close(0)};
}

function traceFile(file: string): RequestStep {
  return (ctx, next) => {
    if (ctx.path !== traceAt) {
      return next();
    }
    refuseForeignOrigin(ctx, traceAt);
    checkMethod(ctx, ['GET']);
    ctx.set({'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store'});
    send(ctx, 'application/gzip', createReadStream(file));
    return undefined;
  };
}
