/** What fish asks for what can follow: the same that the other shells ask. Which words take a file, it knows itself. */
const script = `# crm-sandbox completion fish > ~/.config/fish/completions/crm-sandbox.fish
function __crm_sandbox_words
    set -l words (commandline -opc) (commandline -ct)
    env SHELL=fish ZSH_NAME= crm-sandbox --get-yargs-completions $words 2>/dev/null
end

function __crm_sandbox_takes_file
    set -l words (commandline -opc)
    string match -qr -- '^--(data|from|export-on-exit|config|file|out|log|port-file|trace-file)$' $words[-1]
    or string match -qr -- '^(seed|validate|inspect|save|replay|--)$' $words
end

complete -c crm-sandbox -f -n 'not __crm_sandbox_takes_file' -a '(__crm_sandbox_words)'
complete -c crm-sandbox -F -n __crm_sandbox_takes_file
`;

/**
 * `completion fish`, or `completion` from a fish: yargs has scripts for the other shells alone.
 * @returns whether that was asked for
 */
export function printFishCompletion([verb, shell]: readonly string[]): boolean {
  const own = process.env['SHELL'] ?? '';
  const isAsked = verb === 'completion' && (shell === 'fish' || (shell === undefined && /(?:^|[\\/])fish$/.test(own)));
  if (isAsked) {
    process.stdout.write(script);
  }
  return isAsked;
}
