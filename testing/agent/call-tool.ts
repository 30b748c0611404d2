// Calls an agent tool over POST /api/mcp, in a legacy era, and reads its result.
import { expect } from 'bun:test'
import { agentTools } from '../../mcp/tools/list.ts'
import type { Schema } from '../../server/http/contract/contract.ts'
import { disagreements } from '../service/json-schema.ts'
import { jsonPost } from '../service/requests.ts'
import type { TestAccount, TestService } from '../service/service.ts'

export type ToolResult = {
  readonly name: string
  readonly isError: boolean
  readonly text: string
  /** {} when there is none. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Text blocks after the sentence. */
  readonly more: readonly string[]
  /** Decoded, in order. */
  readonly pictures: readonly { readonly mimeType: string; readonly bytes: Uint8Array }[]
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }

type Caller = Pick<TestAccount, 'headers'> | null

/** Header that turns pictures off, because they take most of a call's time. */
export const withoutPictures = { 'x-pictures': 'off' }

/**
 * Calls a tool. Throws unless the response is a result of HTTP 200. `headers` are sent in addition to the caller's.
 */
export async function callTool(
  { fetch }: Pick<TestService, 'fetch'>,
  caller: Caller,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = withoutPictures,
): Promise<ToolResult> {
  const response = await fetch(
    '/api/mcp',
    jsonPost(
      {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      },
      { ...caller?.headers, ...headers },
    ),
  )
  const body = (await response.json()) as {
    result?: {
      content: Block[]
      structuredContent?: Record<string, unknown>
      isError?: boolean
    }
  }
  const { result } = body
  if (response.status !== 200 || result === undefined) {
    throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`)
  }
  return {
    name,
    isError: result.isError === true,
    text: result.content.find(isText)?.text ?? '',
    fields: result.structuredContent ?? {},
    more: result.content
      .filter(isText)
      .slice(1)
      .map(({ text }) => text),
    pictures: result.content
      .filter((block) => block.type === 'image')
      .map(({ mimeType, data }) => ({ mimeType, bytes: Uint8Array.fromBase64(data) })),
  }
}

const isText = (block: Block) => block.type === 'text'

/**
 * Returns the result of a call that must succeed. Its fields match the tool's outputSchema, without others, and its
 * one further text block is their JSON (decisions.md 30).
 */
export async function resultOf(call: Promise<ToolResult>): Promise<ToolResult> {
  const result = await call
  if (result.isError) throw new Error(result.text)
  expect(result.more.map((text) => JSON.parse(text))).toEqual([result.fields])
  const { outputSchema } =
    agentTools.find(({ definition }) => definition.name === result.name)?.definition ?? {}
  const problems = disagreements(outputSchema as Schema, result.fields)
  if (problems.length > 0) throw new Error(`${result.name}: ${problems.join('; ')}`)
  return result
}

/** Returns the sentence of a call that must be refused. */
export async function refusalOf(call: Promise<ToolResult>): Promise<string> {
  const result = await call
  if (!result.isError) throw new Error(`not refused: ${result.text}`)
  return result.text
}
