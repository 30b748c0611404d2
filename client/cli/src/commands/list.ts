// Every command, in the order of the help.
import type { Command } from '../command/command.ts'
import { completionScript, shells } from '../command/completion.ts'
import { usageError } from '../terminal/exit-codes.ts'
import { suggestion } from '../terminal/suggest.ts'
import { checkCommand } from './check.ts'
import { generateCommand } from './generate.ts'
import { keysCommand } from './keys.ts'
import { loginCommand, logoutCommand } from './login.ts'
import { materialsCommand } from './materials.ts'
import { orderCommand } from './order.ts'
import { ordersCommand } from './orders.ts'
import { quoteCommand } from './quote.ts'
import { trackCommand } from './track.ts'

const completionCommand: Command = {
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
    const script = completionScript(shell, commands)
    return { json: { shell, script }, lines: [script.trimEnd()] }
  },
}

export const commands: readonly Command[] = [
  loginCommand,
  logoutCommand,
  keysCommand,
  materialsCommand,
  checkCommand,
  quoteCommand,
  orderCommand,
  trackCommand,
  ordersCommand,
  generateCommand,
  completionCommand,
]
