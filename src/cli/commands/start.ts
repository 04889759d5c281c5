import {UsageError} from '../../sandbox/options/values.js';
import {isEverywhere} from '../client/http-client.js';
import {type Command, deferred} from '../command.js';
import {closeSandbox, errorText, launch} from '../launch.js';
import {addOptions} from '../options/option-table.js';
import {defaultHost, defaultPort, readStartOptions, sandboxOf, startTable} from '../options/start-options.js';
import {print, printError} from '../output/output.js';
import {banner, exposedWarning, findingLogLine, keyTable, logLine, readyLine} from '../output/report.js';
import {logTo, writeNow} from '../output/write-file.js';
import {overrideLines} from '../reports/outcome.js';
import {endWithNpm, stopOnSignal} from '../signals.js';
import {startInBackground} from '../start-in-background.js';

export const start: Command = {
  command: 'start',
  describe: 'Start a sandbox',
  options: startTable,
  builder: yargs =>
    addOptions(yargs.usage('$0 start\n\nStart a sandbox'), startTable)
      .check(({_: words}) => {
        if (words.length > 1) {
          throw new UsageError('start runs no command; exec does: crm-sandbox exec -- npm test');
        }
        return true;
      })
      .example('$0 start', 'on port 4080, with the default data')
      .example('$0 start --port 0 --json', 'on a free port, which is printed as JSON')
      .example('$0 start --profile large --seed 7', 'with 10,000 constituents')
      .example('$0 start --detach', 'in the background, until: crm-sandbox stop')
      .epilogue(
        'Each option can also be set in the environment (CRM_SANDBOX_PORT=4081, CRM_SANDBOX_ADMIN=false), or in the file ' +
          'that crm-sandbox init writes. A flag overrides the environment, and the environment overrides the file.\n\n' +
          'With --detach, the log goes to --log, or to stderr if that is a file.',
      ),
  handler: deferred(async (parsed: Parameters<typeof readStartOptions>[0]) => {
    const options = readStartOptions(parsed);
    if (options.detach) {
      return startInBackground();
    }
    endWithNpm();
    return serve(options);
  }),
};

async function serve(options: ReturnType<typeof readStartOptions>): Promise<void> {
  const {port = defaultPort, host = defaultHost, json, quiet, 'log-format': logFormat} = options;
  const isJson = logFormat === undefined ? json : logFormat === 'json';
  const log = options.log === undefined ? printError : logTo(options.log);
  const sandbox = await launch({
    ...sandboxOf(options),
    port,
    host,
    onError: error => log(errorText(error)),
    ...(!quiet && {
      onRequest: request => log(logLine(request, isJson)),
      onFinding: finding => log(findingLogLine(finding, isJson)),
    }),
  });
  const portFile = options['port-file'];
  if (portFile !== undefined) {
    try {
      writeNow(portFile, `${sandbox.port}\n`);
    } catch (error) {
      await closeSandbox(sandbox);
      throw error;
    }
  }
  stopOnSignal(sandbox, options);
  print(await readyLine(sandbox, json, options['keys-file']));
  if (!options.expose && isEverywhere(host)) {
    printError(exposedWarning(host));
  }
  if (!quiet && !json) {
    overrideLines(await sandbox.overrides()).forEach(printError);
    if (options['keys-file'] === undefined) {
      printError(keyTable());
      if (process.stderr.isTTY) {
        printError(banner(sandbox, options.ui && options.admin));
      }
    }
  }
}
