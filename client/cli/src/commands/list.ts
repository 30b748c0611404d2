// Every command, in help order.
import type { Command } from '../command/command.ts'
import { checkCommand } from './check.ts'
import { completionCommand } from './completion.ts'
import { generateCommand } from './generate.ts'
import { keysCommand } from './keys.ts'
import { loginCommand, logoutCommand } from './login.ts'
import { materialsCommand } from './materials.ts'
import { orderCommand } from './order.ts'
import { ordersCommand } from './orders.ts'
import { priceCommand } from './price.ts'
import { quoteCommand } from './quote.ts'
import { trackCommand } from './track.ts'

export const commands: readonly Command[] = [
  loginCommand,
  logoutCommand,
  keysCommand,
  materialsCommand,
  priceCommand,
  checkCommand,
  quoteCommand,
  orderCommand,
  trackCommand,
  ordersCommand,
  generateCommand,
  completionCommand(() => commands),
]
