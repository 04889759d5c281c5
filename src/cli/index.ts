import yargs from 'yargs';
import {version} from '../version.js';
import {exitCodes} from './exit-codes.js';
import {start} from './start.js';
import {UsageError} from './values.js';

/** Runs the command line. What is wrong with it is told on stderr, with the usage, and ends with exit code 2. */
export async function run(words: readonly string[]): Promise<void> {
  // A reader that has gone away is no reason to stop serving.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  const commands = yargs([...words])
    .scriptName('crm-sandbox')
    .usage("$0 <command>\n\nAn in-memory sandbox of a fundraising CRM's REST API.")
    .command(start)
    .demandCommand(1, 'Name a command, such as: crm-sandbox start')
    .recommendCommands()
    .strict()
    .version(version)
    .help()
    .alias({h: 'help', v: 'version'})
    .wrap(process.stdout.isTTY ? Math.min(100, process.stdout.columns) : 100)
    .exitProcess(false)
    .fail((message, error) => {
      throw message === null && !(error instanceof UsageError) ? error : new UsageError(error?.message ?? message);
    });
  try {
    await commands.parseAsync();
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    process.stderr.write(`${explain(error.message, words)}\n\n${await commands.getHelp()}\n`);
    process.exitCode = exitCodes.usage;
  }
}

/** yargs' recommendation takes the place of what was wrong; this puts it back. */
const explain = (message: string, words: readonly string[]) =>
  message.startsWith('Did you mean') ? `Unknown command: ${words[0]}. ${message}` : message;
