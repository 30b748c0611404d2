// Completion scripts, generated from the declarations of the commands.

import { commonOptions, type OptionSpec } from '../terminal/options.ts'
import type { Command } from './command.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

export type Shell = (typeof shells)[number]

export function completionScript(shell: Shell, commands: readonly Command[]): string {
  switch (shell) {
    case 'bash':
      return bashScript(commands)
    case 'zsh':
      return zshScript(commands)
    case 'fish':
      return fishScript(commands)
  }
}

const optionsOf = ({ options }: Command): readonly OptionSpec[] => [...options, ...commonOptions]

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Returns the script. If the function offers nothing, bash completes file names. */
function bashScript(commands: readonly Command[]): string {
  const values = commands.flatMap((command) =>
    optionsOf(command)
      .filter(({ value }) => value !== undefined)
      .map(
        ({ name, choices = [] }) =>
          `    ${command.name}:--${name}) words=${quote(choices.join(' '))} ;;`,
      ),
  )
  const words = commands.map((command) => {
    const options = optionsOf(command).map(({ name }) => `--${name}`)
    return `    ${command.name}) options=${quote(options.join(' '))} words=${quote((command.wordChoices ?? []).join(' '))} ;;`
  })
  return `# Completion of svc for bash: source <(svc completion bash)
_svc() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" options='' words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words=${quote([...commands.map(({ name }) => name), '--help', '--version'].join(' '))}
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}:$previous" in
${values.join('\n')}
    *) previous='' ;;
  esac
  if [ -n "$previous" ]; then
    if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi
    return
  fi
  case "\${COMP_WORDS[1]}" in
${words.join('\n')}
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
    *) if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi ;;
  esac
}
complete -o default -F _svc svc
`
}

function zshScript(commands: readonly Command[]): string {
  const list = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`)
  const cases = commands.map((command) => {
    const options = optionsOf(command).map((option) => `      ${quote(zshOption(option))}`)
    const { wordChoices } = command
    const rest =
      command.maxWords === 0
        ? []
        : [
            `      ${quote(wordChoices === undefined ? '*:file:_files' : `*:word:(${wordChoices.join(' ')})`)}`,
          ]
    return `  ${command.name})\n    _arguments \\\n${[...options, ...rest].join(' \\\n')}\n    ;;`
  })
  return `#compdef svc
# Completion of svc for zsh: put it into a folder of $fpath as _svc, or source <(svc completion zsh) after compinit.
_svc() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=\${words[2]}
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_svc" ]; then _svc "$@"; else compdef _svc svc; fi
`
}

function zshOption({ name, value, choices, description, completes }: OptionSpec): string {
  const text = description.replaceAll(/[[\]:]/g, ' ')
  if (value === undefined) return `--${name}[${text}]`
  const offered =
    choices === undefined ? (completes === 'file' ? '_files' : '') : `(${choices.join(' ')})`
  return `--${name}[${text}]:${value.toLowerCase()}:${offered}`
}

function fishScript(commands: readonly Command[]): string {
  const isFirst = quote('__fish_use_subcommand')
  const lines = commands.flatMap((command) => {
    const isUsed = quote(`__fish_seen_subcommand_from ${command.name}`)
    const words = command.wordChoices
    return [
      `complete -c svc -f -n ${isFirst} -a ${command.name} -d ${fishText(command.summary)}`,
      ...(words === undefined
        ? []
        : [`complete -c svc -f -n ${isUsed} -a ${quote(words.join(' '))}`]),
      ...optionsOf(command).map((option) => `complete -c svc -n ${isUsed} ${fishOption(option)}`),
    ]
  })
  return `# Completion of svc for fish: svc completion fish > ~/.config/fish/completions/svc.fish\n${lines.join('\n')}\n`
}

function fishOption({ name, value, choices, description, completes }: OptionSpec): string {
  const text = fishText(description)
  if (value === undefined) return `-l ${name} -d ${text}`
  if (choices !== undefined) return `-l ${name} -x -a ${quote(choices.join(' '))} -d ${text}`
  return `-l ${name} ${completes === 'file' ? '-r -F' : '-x'} -d ${text}`
}

const fishText = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
