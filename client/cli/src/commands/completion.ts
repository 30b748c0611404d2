// `svc completion`: prints the script with which a shell completes the arguments of every command.
import type { Command } from '../command/command.ts'
import { completionScript, shells } from '../command/completion.ts'
import { usageError } from '../terminal/exit-codes.ts'
import { suggestion } from '../terminal/suggest.ts'

/** `commands` is a function, because this command is one of them. */
export const completionCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completion',
  summary: 'Print the completion script of a shell.',
  words: shells.join('|'),
  maxWords: 1,
  wordChoices: shells,
  options: [],
  notes: [
    "bash: echo 'source <(svc completion bash)' >> ~/.bashrc",
    'zsh:  svc completion zsh > a folder of $fpath, as _svc',
    'fish: svc completion fish > ~/.config/fish/completions/svc.fish',
  ],
  run: async ({ args }) => {
    const [word = ''] = args.words
    const shell = shells.find((name) => name === word)
    if (shell === undefined) {
      throw usageError(`Which shell: ${shells.join(', ')}?${suggestion(word, shells)}`)
    }
    const script = completionScript(shell, commands())
    return { json: { shell, script }, lines: [script.trimEnd()] }
  },
})
