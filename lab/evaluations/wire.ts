// An MCP client of one era, and the network between it and the service, which loses requests and responses.
import * as v from 'valibot'
import { picturesHeader } from '../../mcp/content.ts'
import { metaKeys } from '../../mcp/era.ts'
import { baseUrl } from '../simulation/open-service.ts'
import type { Era, Fault, Plan } from './plan.ts'
import type { World } from './stage.ts'
import type { Transcript } from './transcript.ts'

export type Fields = Readonly<Record<string, unknown>>

/** `none`: no response arrived. `fault`: an error of the protocol. */
export type Reply =
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'fault'; readonly status: number; readonly message: string }
  | {
      readonly kind: 'result'
      readonly isError: boolean
      readonly texts: readonly string[]
      readonly fields: Fields | null
    }

export type Client = {
  readonly connect: () => Promise<void>
  readonly call: (tool: string, args: Fields) => Promise<Reply>
  /** Tools by name, as tools/list returned them; empty before `connect`. */
  readonly tools: ReadonlyMap<string, ListedTool>
  /** Returns the server's instructions; '' before `connect`. */
  readonly instructions: () => string
  /** The faults that occurred, by kind. */
  readonly struck: readonly string[]
}

export type ListedTool = v.InferOutput<typeof listedTool>

const record = v.record(v.string(), v.unknown())
const listedTool = v.looseObject({
  name: v.string(),
  description: v.optional(v.string(), ''),
  inputSchema: v.optional(record, {}),
  outputSchema: v.optional(record, {}),
})
const block = v.looseObject({ type: v.string(), text: v.optional(v.string()) })
const bodySchema = v.object({
  result: v.optional(
    v.looseObject({
      content: v.optional(v.array(block)),
      structuredContent: v.optional(record),
      isError: v.optional(v.boolean()),
      tools: v.optional(v.array(listedTool)),
      instructions: v.optional(v.string()),
    }),
  ),
  error: v.optional(v.looseObject({ message: v.string() })),
})

export function openClient(world: World, plan: Plan, transcript: Transcript): Client {
  const { era, habits } = plan
  // Drawing takes more CPU than the rest of a scenario.
  const hasPictures = plan.seed % 10 === 0
  const tools = new Map<string, ListedTool>()
  let instructions = ''
  const faults = [...plan.faults]
  const struck: string[] = []
  const calls = new Map<string, number>()
  let id = 0
  let isConnected = false
  let isDead = false
  const request = (method: string, params: Fields) => {
    id += 1
    return requestOf({ era, id, method, params, key: world.account.apiKey, hasPictures })
  }
  const exchange = async (method: string, params: Fields, fault?: Fault): Promise<Exchange> => {
    const make = () => world.stage.handle(request(method, params))
    return fault === undefined ? await responseTo(world, make) : await struckBy(world, fault, make)
  }
  const connect = async () => {
    const [hello, params] =
      era === '2026-07-28' ? ['server/discover', {}] : ['initialize', greeting(era)]
    const greeted = resultOf(await exchange(hello, params))
    instructions = greeted?.instructions ?? ''
    const listed = resultOf(await exchange('tools/list', {}))
    for (const tool of listed?.tools ?? []) tools.set(tool.name, tool)
    isConnected = true
  }
  return {
    connect,
    tools,
    instructions: () => instructions,
    struck,
    call: async (tool, args) => {
      if (isDead) {
        isDead = false
        isConnected = false
        const cancelled = { kind: 'none', why: 'cancelled: the session has ended' } as const
        transcript.called(tool, args)
        transcript.replied(cancelled)
        return cancelled
      }
      if (!isConnected) await connect()
      const number = (calls.get(tool) ?? 0) + 1
      calls.set(tool, number)
      const found = faults.findIndex((each) => each.tool === tool && each.call === number)
      const [fault] = found < 0 ? [] : faults.splice(found, 1)
      if (fault !== undefined) {
        struck.push(fault.kind === 'accident' ? fault.accident.what : fault.kind)
      }
      transcript.called(tool, args, fault)
      const reply = replyOf(await exchange('tools/call', { name: tool, arguments: args }, fault))
      transcript.replied(reply)
      isDead = habits.diesOn400 === true && reply.kind === 'fault' && reply.status === 400
      return reply
    },
  }
}

type Exchange =
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'body'
      readonly status: number
      readonly body: v.InferOutput<typeof bodySchema>
    }

const resultOf = (exchange: Exchange) =>
  exchange.kind === 'body' ? exchange.body.result : undefined

type Make = () => Promise<Response>

async function responseTo(
  { stage, restart }: World,
  make: Make,
  accident: Extract<Fault, { kind: 'accident' }>['accident'] | null = null,
): Promise<Exchange> {
  const served = await stage.accidents.serve(make, accident)
  if (served.kind === 'died') restart()
  if (served.kind !== 'response') {
    return {
      kind: 'none',
      why: served.kind === 'died' ? 'connection reset' : 'no response in time',
    }
  }
  const { status } = served.response
  return { kind: 'body', status, body: v.parse(bodySchema, await served.response.json()) }
}

async function struckBy(world: World, fault: Fault, make: Make): Promise<Exchange> {
  switch (fault.kind) {
    case 'request lost':
      return { kind: 'none', why: 'connection refused' }
    case 'response lost':
      await responseTo(world, make)
      return { kind: 'none', why: 'connection reset' }
    case 'arrives late':
      world.later(make)
      return { kind: 'none', why: 'no response in time' }
    case 'accident':
      return await responseTo(world, make, fault.accident)
    case 'charge':
      world.failNextCharge(fault.how)
      return await responseTo(world, make)
    case 'allowance used up':
      world.useUp(fault.scope, fault.seconds)
      return await responseTo(world, make)
  }
}

function replyOf(exchange: Exchange): Reply {
  if (exchange.kind === 'none') return exchange
  const { status, body } = exchange
  const { result, error } = body
  if (result === undefined) return { kind: 'fault', status, message: error?.message ?? '' }
  return {
    kind: 'result',
    isError: result.isError === true,
    texts: (result.content ?? []).flatMap(({ text }) => (text === undefined ? [] : [text])),
    fields: result.structuredContent ?? null,
  }
}

const clientInfo = { name: 'an agent', version: '1.0.0' }
const greeting = (protocolVersion: Era) => ({ protocolVersion, capabilities: {}, clientInfo })

type Message = {
  readonly era: Era
  readonly id: number
  readonly method: string
  readonly params: Fields
  readonly key: string
  readonly hasPictures: boolean
}

function requestOf({ era, id, method, params, key, hasPictures }: Message): Request {
  const isModern = era === '2026-07-28'
  const { name } = params
  // The first legacy revision sends no version header.
  const version = era === '2025-03-26' ? {} : { 'mcp-protocol-version': era }
  const modern = { 'mcp-method': method, ...(typeof name === 'string' && { 'mcp-name': name }) }
  const meta = { [metaKeys.version]: era, [metaKeys.capabilities]: {} }
  return new Request(`${baseUrl}/api/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      ...version,
      ...(!hasPictures && { [picturesHeader]: 'off' }),
      ...(isModern && modern),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id,
      method,
      params: isModern ? { ...params, _meta: meta } : params,
    }),
  })
}
