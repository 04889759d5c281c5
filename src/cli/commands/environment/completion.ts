import {choice} from '../../../sandbox/options/values.js';
import {command} from '../../command.js';
import {print} from '../../output/output.js';

/** bash splits words at = and :, so a candidate replaces only the part after the last of them. */
const bash = `_crm_sandbox()
{
    local line="\${COMP_LINE:0:COMP_POINT}" words typed kept word
    read -ra words <<< "$line"
    [[ "$line" == *[[:space:]] ]] && words+=('')
    typed="\${words[\${#words[@]}-1]}"
    kept="\${typed%"\${typed##*[=:]}"}"
    COMPREPLY=()
    while IFS= read -r word; do
        [[ -n "$word" && "$word" == "$typed"* ]] && COMPREPLY+=("\${word#"$kept"}")
    done < <(SHELL=bash crm-sandbox --get-yargs-completions "\${words[@]}" 2>/dev/null)
    [[ "\${#COMPREPLY[@]}" -eq 1 && "\${COMPREPLY[0]}" == *[=:] ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -o bashdefault -o default -F _crm_sandbox crm-sandbox`;

/** A word that ends with = or : gets no trailing space. */
const zsh = `_crm_sandbox()
{
    local -a offered open
    offered=("\${(@f)$(SHELL=zsh crm-sandbox --get-yargs-completions "\${(@)words[1,CURRENT]}" 2>/dev/null)}")
    open=(\${(M)offered:#*[=:]})
    offered=(\${offered:#*[=:]})
    _describe 'value' offered -- open -S '' || _default
}
compdef _crm_sandbox crm-sandbox`;

const fish = `function __crm_sandbox_words
    set -l words (commandline -opc) (commandline -ct)
    set -l offered (env SHELL=fish crm-sandbox --get-yargs-completions $words 2>/dev/null | string match -r '.+')
    and printf '%s\\n' $offered
    or __fish_complete_path (commandline -ct)
end
complete -c crm-sandbox -f -a '(__crm_sandbox_words)'`;

const scripts = {bash, zsh, fish};

const shells = Object.keys(scripts) as Array<keyof typeof scripts>;

const shell = choice(shells);

/** Detects the user's shell; for other shells, the script is the one for bash. */
function shellHere({SHELL = '', ZSH_NAME}: NodeJS.ProcessEnv = process.env): keyof typeof scripts {
  return ZSH_NAME ? 'zsh' : (shells.find(shell => SHELL.endsWith(shell)) ?? 'bash');
}

export const completion = command({
  usage: 'completion [shell]',
  describe: 'Print a script that completes commands, options and values in bash, zsh or fish',
  options: {shell: {describe: 'Shell; the default is the one of $SHELL', read: shell}},
  examples: [['completion >> ~/.bashrc', 'or ~/.zshrc, or ~/.config/fish/config.fish']],
  run: async ({shell = shellHere()}) => {
    print(scripts[shell]);
    return undefined;
  },
});
