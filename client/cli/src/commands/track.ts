// svc track: the state of an order, once or until it has shipped.
import * as v from 'valibot'
import type { Order } from '../../../typescript/src/index.ts'
import type { Command, CommandResult, Context } from '../command/command.ts'
import { codeOfQuote } from '../orders/place-quote.ts'
import { chargeText, exitCodeOf, placedOf } from '../orders/placed-order.ts'
import { dollars, localTime } from '../orders/priced-part.ts'
import { toVersionError } from '../orders/quote-part.ts'
import { type ToolOutcome, toolError } from '../service/agent-tools.ts'
import { requireKey } from '../service/session.ts'
import { exitCodes, refuse, usageError } from '../terminal/exit-codes.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { startWaitLimit, waitLimitOption } from '../terminal/wait-limit.ts'

export const trackCommand: Command = {
  name: 'track',
  summary: 'Show an order, by its code or the quote it was made of.',
  words: 'CODE|QUOTE',
  maxWords: 1,
  options: [
    {
      name: 'watch',
      description:
        'Wait until the order is shipped, delivered, cancelled or rejected, and show each change.',
    },
    {
      name: 'interval',
      value: 'SECONDS',
      range: { min: 1, max: 86_400, whole: true },
      description: 'Time between two reads of --watch; 300 unless given.',
    },
    waitLimitOption,
    {
      name: 'email',
      value: 'ADDRESS',
      description: 'The address on the order: finds it without an API key.',
    },
  ],
  notes: [
    'The exit code tells how the charge ended: 0 paid, 3 not paid, 4 not known yet. A quote without an order exits with 1: nothing was charged.',
    '',
    'Example: svc track SVC-7KQ2ZM --watch',
  ],
  run: async (context) => {
    const { args } = context
    const [given] = args.words
    if (given === undefined) {
      throw usageError(
        'Which order? Add its code: svc track SVC-7KQ2ZM. svc orders lists the codes.',
      )
    }
    // Order codes are uppercase, quote ids lowercase.
    const word = given.startsWith('quote_') ? given : given.toUpperCase()
    if (args.has('interval') && !args.has('watch')) {
      throw usageError('--interval requires --watch.')
    }
    if (args.has('for') && !args.has('watch')) throw usageError('--for requires --watch.')
    const email = args.text('email')
    if (email !== undefined) return trackByEmail(context, word, email)
    requireKey(await context.session())
    if (word.startsWith('quote_')) return trackQuote(context, word)
    return word.startsWith('SVC-') ? trackOrder(context, word) : trackWebOrder(context, word)
  },
}

async function trackQuote(context: Context, quoteId: string): Promise<CommandResult> {
  const code = await codeOfQuote(context, quoteId)
  if (code !== null) return trackOrder(context, code)
  throw refuse(
    `No order among the account's 20 newest is of ${quoteId}. If svc order was interrupted less than a minute ago, look again; otherwise nothing was charged for it.`,
  )
}

async function trackOrder(context: Context, code: string): Promise<CommandResult> {
  const { args, terminal, session } = context
  const { client } = await session()
  if (!args.has('watch')) return orderResult(await client.getOrder(code), terminal)
  const progress = terminal.progress(`Waiting for ${code}`)
  const limit = startWaitLimit(args)
  let order: Order | undefined
  try {
    for await (const state of client.watchOrder(code, {
      intervalMs: 1000 * (args.number('interval') ?? 300),
      signal: limit.signal,
    })) {
      order = state
      progress.update({ label: `Waiting for ${code}: ${state.statusLabel}` })
      terminal.note(`${localTime(state.updatedAt)}  ${state.statusLabel}`)
    }
  } catch (error) {
    if (!limit.signal.aborted) throw error
    throw limit.passed({
      what:
        order === undefined
          ? `The state of order ${code} is not known`
          : `Order ${code} is still ${order.status}`,
      next: `svc track ${code} --watch`,
      fields: { code, status: order?.status ?? null },
    })
  } finally {
    progress.end()
  }
  return orderResult(order ?? (await client.getOrder(code)), terminal)
}

function orderResult(order: Order, { bold }: Terminal): CommandResult {
  const { charge, message } = placedOf(order, false)
  const { tracking } = order
  const unpaid = message === null ? 'not paid' : chargeText(message)
  return {
    exitCode: exitCodeOf(charge),
    json: { ...order, charge },
    lines: [
      `${bold(order.code)}  ${order.statusLabel}`,
      `  ${order.quantity} x ${order.material}, ${order.quality}, ${order.color}`,
      `  ${dollars(order.estimatedCost)}, ${order.paid ? 'paid' : unpaid}${order.refunded > 0 ? `, ${dollars(order.refunded)} refunded` : ''}`,
      ...(order.paymentUrl ? [`  pay at   ${order.paymentUrl}`] : []),
      ...(tracking === null
        ? []
        : [
            `  parcel   ${tracking.carrier} ${tracking.number}${tracking.url === null ? '' : `  ${tracking.url}`}`,
          ]),
      `  changed  ${localTime(order.updatedAt)}`,
      `  ${order.statusUrl}`,
    ],
  }
}

const camelCased = (name: string): string =>
  name === 'order_code'
    ? 'code'
    : name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Adds the names that the API has for the fields of an order to a tool's value: `code` for `order_code`, and `statusLabel`
 * for `status_label`. Scripts of earlier versions read the tool's names.
 */
function withApiNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withApiNames)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const converted = withApiNames(member)
      return [
        [name, converted],
        [camelCased(name), converted],
      ]
    }),
  )
}

const progressFields = v.looseObject({ order_code: v.string(), status: v.string() })

/** Tracks an order of the website checkout, which the print API does not have. */
async function trackWebOrder(context: Context, code: string): Promise<CommandResult> {
  if (context.args.has('watch')) {
    throw usageError('--watch follows orders of the API, whose codes begin with SVC-.')
  }
  const { callAgain, baseUrl } = await context.session()
  return progressResult(await callAgain('get_order', { code }, 30_000), baseUrl)
}

async function trackByEmail(context: Context, code: string, email: string): Promise<CommandResult> {
  if (context.args.has('watch')) {
    throw usageError('--watch needs the API key of the account, so it goes without --email.')
  }
  const { callAgain, baseUrl } = await context.session()
  return progressResult(
    await callAgain('track_order', { order_code: code, email }, 30_000),
    baseUrl,
  )
}

function progressResult(outcome: ToolOutcome, baseUrl: string): CommandResult {
  if (outcome.kind !== 'fields') throw toolError(outcome)
  const read = v.safeParse(progressFields, outcome.fields)
  if (!read.success) throw toVersionError(baseUrl)
  return { exitCode: exitCodes.done, json: withApiNames(outcome.fields), lines: [outcome.text] }
}
