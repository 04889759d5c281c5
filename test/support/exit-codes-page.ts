import {exitCodes} from '../../src/cli/command-error.js';
import {code, tableOf, withSection} from './generated-section.js';

const meanings: Readonly<Record<keyof typeof exitCodes, readonly [meaning: string, commands: string]>> = {
  ok: ['success', 'all'],
  failure: ['failure; stderr explains it. Also: `snapshot diff --exit-code` found differences', 'all'],
  usage: ['wrong usage: an unknown command, option or value', 'all'],
  unavailable: ['the port or the data file is in use, or the sandbox is unreachable', 'all'],
  findings: ['the client made mistakes that `--fail-on` or `--max-warnings` does not allow', '`exec`, `check`'],
  verification: [
    'a verification failed, a replay got another response, or a comparison found an unknown difference',
    '`verify`, `trace replay`, `compare`',
  ],
  checks: ['more cases are bad than `--max-bad` allows, or no case was judged', '`check`'],
  notIntercepted: ['`--intercept` was set, and the command never reached the sandbox', '`exec`'],
  notExecutable: ['no permission to run the command', '`exec`, `check`'],
  commandNotFound: ['the command was not found', '`exec`, `check`'],
  interrupted: ['a signal, such as Ctrl-C, ended `check` or `learn`, or a second signal ended another command', 'all'],
};

/** Updates the table in `docs/reference/exit-codes.md`. */
export function withExitCodes(page: string): string {
  const rows = Object.entries(meanings).map(([name, [meaning, commands]]) => [
    code(String(exitCodes[name as keyof typeof exitCodes])),
    meaning,
    commands,
  ]);
  return withSection(page, 'exit codes', tableOf(['exit code', 'meaning', 'commands'], rows));
}
