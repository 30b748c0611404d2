// Small tools for tests of the protocol layer: one for each possible behavior.
import * as v from 'valibot'
import { refuse, type ToolOutcome, toolResult } from '../../mcp/content.ts'
import { defineTool, type Tool, type ToolContext } from '../../mcp/registry.ts'

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

const common = {
  title: 'For tests',
  description: 'For tests.',
  annotations,
  cost: 'free',
  auth: 'public',
  allowances: ['agent-reads'],
  timeoutMs: 25_000,
} as const

export const echo = defineTool({
  ...common,
  name: 'echo',
  auth: 'public',
  arguments: { text: v.pipe(v.string(), v.description('What to say.')) },
  output: v.object({ text: v.string() }),
  run: async (_, { text }) => toolResult(text, { text }),
})

export const whoAmI = defineTool({
  ...common,
  name: 'who_am_i',
  auth: 'apiKey',
  arguments: {},
  run: async ({ caller }) => toolResult(caller.email, { account: caller.accountId }),
})

export const broken = defineTool({
  ...common,
  name: 'broken',
  arguments: {},
  run: () => {
    throw new Error('secret detail at /srv/app/secret.ts:1')
  },
})

/** A tool that runs the callback and spends money. */
export function spender(run: (context: ToolContext) => Promise<ToolOutcome>): Tool {
  return defineTool({
    ...common,
    name: 'spend',
    cost: 'money',
    allowances: ['agent-money'],
    timeoutMs: 45_000,
    arguments: {},
    run,
    timedOut: (notes) =>
      refuse(
        `Unconfirmed: do not call again. Noted: ${notes.get('id') ?? 'nothing'}.`,
        'order_unconfirmed',
      ),
  })
}

/** A tool that runs the callback and is free. */
export function slow(run: (context: ToolContext) => Promise<ToolOutcome>): Tool {
  return defineTool({ ...common, name: 'slow', arguments: {}, run })
}
