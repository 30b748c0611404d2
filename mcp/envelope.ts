// Results in the format of each era: modern results contain their type and the server's name, legacy results must not.
import { perTerms } from '../server/domain/catalog/terms.ts'
import type { ToolRefusal, ToolResult } from './content.ts'
import { type Era, metaKeys, negotiateVersion, newestLegacy, supportedVersions } from './era.ts'
import { refusalCodeOf } from './error-code.ts'
import type { Message } from './json-rpc.ts'
import type { Registry, ToolDefinition } from './registry.ts'

export type ServerInfo = {
  readonly name: string
  readonly title: string
  readonly version: string
  /** Supported by clients since 2025-11-25. Sent once, in the results of `initialize` and `server/discover`. */
  readonly description?: string
  readonly websiteUrl?: string
  readonly icons?: readonly {
    readonly src: string
    readonly mimeType: string
    readonly sizes: readonly string[]
  }[]
}

/** Results as JSON text. Parts that do not change between requests are serialized once. */
export type Envelopes = {
  /** `ttlMs`: maximum cache time in milliseconds. null means as long as a release lasts. */
  readonly listTools: (kind: Era['kind'], ttlMs: number | null) => string
  readonly discover: () => string
  readonly initialize: (version: string) => string
  readonly empty: string
  readonly call: (era: Era, outcome: ToolResult) => string
  /**
   * Returns the result for an exhausted allowance of the endpoint. Clients validate the results of `initialize`,
   * `server/discover` and `tools/list` against the method's schema and discard others, so the refusals of these three
   * match that schema.
   */
  readonly refused: (era: Era, message: Message, refusal: ToolRefusal) => string
}

/**
 * Key in the `_meta` of a refused call for its error code and, in modern results, one of five words for what to do
 * about it. It is not among the fields, because clients validate those against the tool's outputSchema even for
 * refusals.
 */
const errorCodeKey = 'com.svc/error_code'
const codeKey = 'com.svc/code'

/** Tools and versions change only with a release. */
const cached = { ttlMs: 3_600_000, cacheScope: 'public' }
/** A refusal concerns one caller, and only until the window ends. */
const uncached = { ttlMs: 0, cacheScope: 'private' }
/** No `listChanged`, because there is no stream for notifications. */
const capabilities = { tools: {} }

export function createEnvelopes(
  registry: Registry,
  server: { readonly serverInfo: ServerInfo; readonly instructions: string },
): Envelopes {
  const lists = perTerms(() => listsOf(registry.tools.map((tool) => tool.definition)))
  /** The server's name can change while it runs. */
  const about = perTerms(() => aboutServer(server))
  const modern = (fields: object, _meta: object = about().meta) =>
    JSON.stringify({ resultType: 'complete', ...fields, _meta })
  const discover = (cache: object, instructions: string) =>
    modern(
      { supportedVersions, capabilities, instructions, ...cache },
      { [metaKeys.serverInfo]: about().serverInfo },
    )
  const initialize = (protocolVersion: string, instructions: string) => {
    const { serverInfo, named } = about()
    const shown = protocolVersion === newestLegacy ? serverInfo : named
    return JSON.stringify({
      protocolVersion,
      capabilities,
      serverInfo: shown,
      instructions,
    })
  }
  const call = (era: Era, outcome: ToolResult) => {
    if (era.kind === 'modern' && outcome.kind === 'refused') {
      return modern(refusalFields(outcome), {
        ...about().meta,
        [codeKey]: refusalCodeOf(outcome.code),
        [errorCodeKey]: outcome.code,
      })
    }
    if (outcome.kind === 'refused') {
      return JSON.stringify({
        ...refusalFields(outcome),
        _meta: { [errorCodeKey]: outcome.code },
      })
    }
    const text = callJson(outcome)
    return era.kind === 'legacy'
      ? text
      : `{"resultType":"complete",${text.slice(1, -1)}${about().tail}`
  }
  /** Tool descriptions contain prices. */
  const listsOf = (tools: readonly ToolDefinition[]) => {
    const legacy = JSON.stringify({ tools })
    return {
      tools,
      served: { modern: modern({ tools, ...cached }), legacy },
      refused: { modern: modern({ tools, ...uncached }), legacy },
    }
  }
  return {
    listTools: (kind, ttlMs) => {
      const { served, tools } = lists()
      return kind === 'legacy' || ttlMs === null
        ? served[kind]
        : modern({ tools, ...cached, ttlMs })
    },
    discover: () => discover(cached, about().instructions),
    initialize: (protocolVersion) => initialize(protocolVersion, about().instructions),
    empty: '{}',
    call,
    refused: (era, { method, params }, refusal) => {
      const instructions = `${refusal.sentence}\n${about().instructions}`
      if (method === 'tools/list') return withRefusal(lists().refused[era.kind], refusal)
      if (method === 'server/discover' && era.kind === 'modern') {
        return withRefusal(discover(uncached, instructions), refusal)
      }
      if (method === 'initialize' && era.kind === 'legacy') {
        return withRefusal(
          initialize(negotiateVersion(params['protocolVersion']), instructions),
          refusal,
        )
      }
      return call(era, refusal)
    },
  }
}

function aboutServer({
  serverInfo,
  instructions,
}: {
  readonly serverInfo: ServerInfo
  readonly instructions: string
}) {
  const { name, title, version } = serverInfo
  const named = { name, title, version }
  const meta = { [metaKeys.serverInfo]: named }
  return { serverInfo, instructions, named, meta, tail: `,"_meta":${JSON.stringify(meta)}}` }
}

function withRefusal(resultJson: string, refusal: ToolRefusal): string {
  return `${resultJson.slice(0, -1)},${callJson(refusal).slice(1)}`
}

const refusalFields = ({ sentence }: ToolRefusal) => ({
  content: [{ type: 'text', text: sentence }],
  isError: true,
})

/**
 * Returns the result of a call. Many frameworks pass only text blocks to the model, so the fields are repeated as a
 * text block.
 */
function callJson(outcome: ToolResult): string {
  if (outcome.kind === 'refused') return JSON.stringify(refusalFields(outcome))
  const { content, fields } = outcome
  if (fields === undefined) return JSON.stringify({ content })
  const json = JSON.stringify(fields)
  // Inserted right after the sentence, so that its position does not depend on a picture.
  const blocks = content.toSpliced(1, 0, { type: 'text', text: json })
  return `{"content":${JSON.stringify(blocks)},"structuredContent":${json}}`
}
