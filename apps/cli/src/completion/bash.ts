import type { CompletedCommand } from './command-tree';

/**
 * The completion for bash: a function that walks the words to the command, then offers its subcommands, its options,
 * or the values of an option; otherwise file names.
 * The variable is not called `path`, which means `PATH` in zsh.
 */
export function bash(commands: readonly CompletedCommand[]): string {
  return `# Completion of quarry for bash; made by: quarry completion bash
_quarry() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} typed= at words=
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$typed \${COMP_WORDS[at]}" in
${pathsIn(commands)}
    esac
  done
  case "$typed $before" in
${valuesIn(commands)}
  esac
  case "$typed" in
${wordsIn(commands)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -o bashdefault -F _quarry quarry
`;
}

/** Words that lead to a command: \`' turns list') typed=' turns list' ;;\`. */
function pathsIn(commands: readonly CompletedCommand[]): string {
  return commands
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => `      '${key(path)}') typed='${key(path)}' ;;`)
    .join('\n');
}

/** The values after an option; an option with any value leaves the rest to the names of files. */
function valuesIn(commands: readonly CompletedCommand[]): string {
  return commands
    .flatMap(({ path, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(({ flag, choices }) =>
          choices.length > 0
            ? `    '${key(path)} ${flag}') COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$word")); return ;;`
            : `    '${key(path)} ${flag}') return ;;`,
        ),
    )
    .join('\n');
}

function wordsIn(commands: readonly CompletedCommand[]): string {
  return commands
    .map(({ path, options, choices, commands: below }) => {
      const words = [...below.map(({ name }) => name), ...choices];
      const flags = options.map(({ flag }) => flag);
      return `    '${key(path)}') [[ $word == -* ]] && words='${flags.join(' ')}' || words='${words.join(' ')}' ;;`;
    })
    .join('\n');
}

function key(path: readonly string[]): string {
  return path.map((name) => ` ${name}`).join('');
}
