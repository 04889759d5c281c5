import {UsageError} from '../options/values.js';
import {print} from '../output/output.js';

/** fish requests completions from the same command as the other shells. It completes file names itself. */
const script = `# crm-sandbox completion fish > ~/.config/fish/completions/crm-sandbox.fish
function __crm_sandbox_words
    set -l words (commandline -opc) (commandline -ct)
    env SHELL=fish ZSH_NAME= crm-sandbox --get-yargs-completions $words 2>/dev/null
end

function __crm_sandbox_takes_file
    set -l words (commandline -opc)
    string match -qr -- '^--(data|from|export-on-exit|config|file|out|log|port-file|trace-file|ca-out)$' $words[-1]
    or string match -qr -- '^(seed|validate|inspect|save|replay|--)$' $words
end

complete -c crm-sandbox -f -n 'not __crm_sandbox_takes_file' -a '(__crm_sandbox_words)'
complete -c crm-sandbox -F -n __crm_sandbox_takes_file
`;

const shells = ['bash', 'zsh', 'fish'];

/**
 * Handles `completion fish`, and `completion` run in fish: yargs has scripts for the other shells only, and detects
 * them from the environment.
 * @returns the words left for yargs: `completion` or nothing
 * @throws UsageError for an unsupported shell
 */
export function readCompletion(words: readonly string[]): readonly string[] | undefined {
  const [verb, shell = shellHere(), ...rest] = words;
  if (verb !== 'completion' || shell.startsWith('-') || words.includes('--help')) {
    return words;
  }
  if (rest.length > 0 || !shells.includes(shell)) {
    throw new UsageError(`There are scripts for ${shells.join(', ')}: crm-sandbox completion bash`);
  }
  if (shell === 'fish') {
    print(script.trimEnd());
    return undefined;
  }
  process.env['SHELL'] = shell;
  delete process.env['ZSH_NAME'];
  return [verb];
}

/** Unknown shells get the bash script. */
function shellHere({SHELL = '', ZSH_NAME}: NodeJS.ProcessEnv = process.env): string {
  return ZSH_NAME ? 'zsh' : (shells.find(shell => SHELL.endsWith(shell)) ?? 'bash');
}
