// A language model as the agent: it gets the listed tools, and four more for the buyer, the time and its report.
import OpenAI from 'openai'
import * as v from 'valibot'
import { parseConfig } from '../../server/config/config.ts'
import type { Errand, Report } from './agent.ts'
import { color } from './buyer.ts'
import { centsOf, standings } from './seeing.ts'
import type { RunAgent } from './story.ts'
import type { Reply } from './wire.ts'

export type ModelSettings = {
  readonly apiKey: string
  readonly baseUrl: string
  readonly model: string
}

/** Returns the settings that the service reads: OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL. Null without a key. */
export function configuredModel(): ModelSettings | null {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL } = process.env
  const given = { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL }
  const config = parseConfig(given)
  if (!config.ok) throw new Error(config.failure.join('\n'))
  return config.value.openai
}

const maxTurns = 60
const requestTimeoutMs = 60_000

const reportSchema = v.object({
  ordered: v.boolean(),
  order_code: v.optional(v.nullable(v.string()), null),
  amount_dollars: v.optional(v.nullable(v.number()), null),
  charge: v.optional(v.nullable(v.picklist(standings)), null),
  stage: v.optional(v.nullable(v.string()), null),
  why: v.optional(v.nullable(v.string()), null),
})

const completion = v.object({
  choices: v.looseTuple([
    v.object({
      message: v.looseObject({
        content: v.optional(v.nullable(v.string()), null),
        tool_calls: v.optional(
          v.array(
            v.looseObject({
              id: v.string(),
              type: v.literal('function'),
              function: v.looseObject({ name: v.string(), arguments: v.string() }),
            }),
          ),
          [],
        ),
      }),
    }),
  ]),
})

type Args = Readonly<Record<string, unknown>>
const argsSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()))

const parameters = (properties: Readonly<Record<string, object>>, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const text = { type: 'string' }
const number = { type: 'number' }

const ownTools = [
  {
    name: 'ask_buyer',
    description:
      'Shows the buyer the total and the country it is sent to, and returns yes, no, or another country. Set earlier to what became of an order that the buyer agreed to before.',
    parameters: parameters({ total_dollars: number, country: text, earlier: text }, [
      'total_dollars',
      'country',
    ]),
  },
  {
    name: 'send_buyer_to_page',
    description: 'The buyer opens this page and pays there.',
    parameters: parameters({ url: text }, ['url']),
  },
  {
    name: 'wait',
    description: 'Waits so many seconds.',
    parameters: parameters({ seconds: number }, ['seconds']),
  },
  {
    name: 'report',
    description: 'Your last word to the buyer: what happened. Call it once, when you know.',
    parameters: parameters(
      {
        ordered: { type: 'boolean' },
        order_code: text,
        amount_dollars: number,
        charge: { type: 'string', enum: standings },
        stage: { ...text, description: 'As track_order says it.' },
        why: text,
      },
      ['ordered'],
    ),
  },
] as const

export function runModel({ apiKey, baseUrl, model }: ModelSettings): RunAgent {
  const openai = new OpenAI({ apiKey, baseURL: baseUrl, timeout: requestTimeoutMs, maxRetries: 2 })
  return async (errand) => {
    const { client } = errand
    await client.connect()
    const listed = [...client.tools.values()].map(({ name, description, inputSchema }) => {
      return { name, description, parameters: inputSchema }
    })
    const tools = [...listed, ...ownTools].map((tool) => ({
      type: 'function' as const,
      function: { ...tool, parameters: { ...tool.parameters } },
    }))
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: 'system', content: client.instructions() },
      { role: 'user', content: taskOf(errand) },
    ]
    for (let turn = 0; turn < maxTurns; turn += 1) {
      const answer = await openai.chat.completions.create({ model, messages, tools })
      const { message } = v.parse(completion, answer).choices[0]
      errand.note(`model says: ${message.content ?? ''}`)
      messages.push({
        role: 'assistant',
        content: message.content,
        ...(message.tool_calls.length > 0 && { tool_calls: message.tool_calls }),
      })
      if (message.tool_calls.length === 0) {
        messages.push({ role: 'user', content: 'Go on with the tools, or call report.' })
      }
      for (const { id, function: called } of message.tool_calls) {
        const args = v.safeParse(argsSchema, called.arguments)
        if (called.name === 'report' && args.success) return reportOf(args.output)
        const content = args.success
          ? await carriedOut(errand, called.name, args.output)
          : 'The arguments are not a JSON object.'
        messages.push({ role: 'tool', tool_call_id: id, content })
      }
    }
    return { kind: 'lost', why: `No report after ${maxTurns} turns.` }
  }
}

function taskOf({ link, email, plan: { quantity, material } }: Errand): string {
  const model =
    link === null ? 'A small vase; generate the model first.' : `The model is at ${link}.`
  return [
    `Buy me ${quantity} of a part, printed in ${material}, color ${color}, infill and quality as usual.`,
    model,
    `Send it to Ada Example, 1 Main Street, Springfield, IL 62701, in the country that I agree to (US at first), email ${email}.`,
    'Ask me before you order. If my card is declined, send me to the page where I can pay. Then find the order again, track it, and report.',
  ].join(' ')
}

async function carriedOut(errand: Errand, name: string, args: Args): Promise<string> {
  const { buyer, client, wait } = errand
  const { seconds, url, total_dollars: total, country, earlier } = args
  switch (name) {
    case 'wait':
      await wait(Math.min(7200, Math.max(1, Number(seconds) || 1)))
      return 'The time has passed.'
    case 'send_buyer_to_page':
      await buyer.pay(String(url))
      return 'The buyer has been told. Whether it is paid, the order says.'
    case 'ask_buyer': {
      const claim = typeof earlier === 'string' && earlier !== '' ? earlier : null
      const offer = { totalCents: centsOf(Number(total)), country: String(country) }
      const answer = await buyer.ask(offer, claim)
      return answer === 'abroad'
        ? 'Yes, but send it to GB. Ask me again with the new total.'
        : answer
    }
    default:
      return textOf(await client.call(name, args))
  }
}

/** Returns the reply as frameworks pass it on. */
function textOf(reply: Reply): string {
  if (reply.kind === 'none') return `The call failed: ${reply.why}.`
  return reply.kind === 'fault' ? `The call failed: ${reply.message}` : reply.texts.join('\n')
}

function reportOf(args: Args): Report {
  const read = v.safeParse(reportSchema, args)
  if (!read.success) return { kind: 'lost', why: v.summarize(read.issues) }
  const { ordered, order_code: code, amount_dollars: amount, charge, stage, why } = read.output
  if (!ordered) return { kind: 'no order', why: why ?? '' }
  if (code === null || amount === null || charge === null) {
    return {
      kind: 'lost',
      why: 'The report does not say which order, how much, or whether it is paid.',
    }
  }
  const order = { code, amountCents: centsOf(amount), standing: charge, paymentUrl: null }
  return { kind: 'order', order, stage: stage ?? '' }
}
