import {flag, path} from '../../../sandbox/options/values.js';
import {jsonOption} from '../../client/connection.js';
import {command} from '../../command.js';
import {CommandError} from '../../command-error.js';
import {fileError} from '../../file-error.js';
import {errorText} from '../../launch.js';
import {print, printError} from '../../output/output.js';
import {endWork} from '../../output/progress.js';
import {onStopSignals} from '../../signals.js';
import {fileOption, withTrace} from './trace-file.js';

export const open = command({
  usage: 'trace open <file> [other]',
  describe: 'Show a trace, or two side by side, in the console in a browser, until Ctrl-C',
  options: {
    file: fileOption,
    other: {describe: 'A second trace, with a page of its own', read: path},
    open: {describe: 'Open the browser; --no-open only prints the address', read: flag(true), fallback: true},
    json: {...jsonOption.json, describe: 'Print the address of each trace as one line of JSON'},
  },
  examples: [
    ['trace open run.trace.gz', 'what happened, request by request'],
    ['trace open main.trace.gz branch.trace.gz', 'two runs, each in its own tab'],
  ],
  run: async ({file = '', other, open: isShown, json}) => {
    const files = other === undefined ? [file] : [file, other];
    for (const each of files) {
      await checkTrace(each);
    }
    const servers = await Promise.all(files.map(serve));
    const stopped = new Promise<unknown>(onStopSignals);
    endWork();
    for (const {url, file} of servers) {
      print(json ? JSON.stringify({url, file}) : `${file} is shown at ${url}; Ctrl-C ends it`);
    }
    if (isShown && !(await openBrowsers(servers))) {
      printError(`There is no browser to open here: open ${other === undefined ? 'that address' : 'them'} yourself`);
    }
    await stopped;
    await Promise.all(servers.map(server => server.close()));
  },
});

/** Validates only the beginning of the file: the page reports later errors. @throws CommandError */
const checkTrace = (file: string): Promise<void> =>
  withTrace(file, async ({events}) => {
    await events.return(undefined as never);
  });

async function serve(file: string) {
  const {serveTrace} = await import('../../../http/pages/serve-trace.js');
  const {ConsoleFiles} = await import('../../../pages/console-files.js');
  const files = new ConsoleFiles();
  try {
    await files.find(''); // fails here, not in the page, if the console was not built
    return {...(await serveTrace(file, files, error => printError(errorText(error)))), file};
  } catch (error) {
    throw fileError(error) ?? new CommandError((error as Error).message);
  }
}

/** Opens pages in the default browser. @returns false if that is not possible; the user still has the URLs */
async function openBrowsers(servers: ReadonlyArray<{readonly url: string}>): Promise<boolean> {
  const {DISPLAY, WAYLAND_DISPLAY} = process.env;
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) {
    return false; // without a display, starting a browser would only print errors
  }
  const {default: open} = await import('open');
  return Promise.all(servers.map(({url}) => open(url))).then(
    () => true,
    () => false,
  );
}
