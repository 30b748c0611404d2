// Results in the form of each era: modern results carry their type and the server's name, legacy results must not.
import type { Refusal, ToolResult } from './content.ts'
import { type Era, metaKeys, negotiated, newestLegacy, supportedVersions } from './era.ts'
import { refusalCodeOf } from './error-code.ts'
import type { Message } from './json-rpc.ts'
import type { Registry } from './registry.ts'

export type ServerInfo = {
  readonly name: string
  readonly title: string
  readonly version: string
  /** Known to clients since 2025-11-25, and sent once: in the results of `initialize` and `server/discover`. */
  readonly description?: string
  readonly websiteUrl?: string
  readonly icons?: readonly {
    readonly src: string
    readonly mimeType: string
    readonly sizes: readonly string[]
  }[]
}

/** Results as JSON text. What does not change between requests is serialized once. */
export type Envelopes = {
  readonly listTools: Readonly<Record<Era['kind'], string>>
  readonly discover: string
  readonly initialize: (version: string) => string
  readonly empty: string
  readonly call: (era: Era, outcome: ToolResult) => string
  /**
   * The result when the endpoint's allowance is used up. Clients validate the results of `initialize`, `server/discover` and
   * `tools/list` against the method's own shape and discard others unread, so these three have that shape as well.
   */
  readonly refused: (era: Era, message: Message, refusal: Refusal) => string
}

/**
 * In the `_meta` of a refused call: its code, and in modern results what to do by it, as one of five words. Not among the fields: clients
 * validate these against the tool's outputSchema even then.
 */
const errorCodeKey = 'com.svc/error_code'
const codeKey = 'com.svc/code'

/** Tools and versions change only with a release. */
const cached = { ttlMs: 3_600_000, cacheScope: 'public' }
/** A refusal concerns one caller, and only until the window ends. */
const uncached = { ttlMs: 0, cacheScope: 'private' }
/** No `listChanged`: there is no stream to send notifications on. */
const capabilities = { tools: {} }

export function createEnvelopes(
  registry: Registry,
  { serverInfo, instructions }: { serverInfo: ServerInfo; instructions: string },
): Envelopes {
  const tools = registry.tools.map((tool) => tool.definition)
  const { name, title, version } = serverInfo
  const named = { name, title, version }
  const meta = { [metaKeys.serverInfo]: named }
  const modern = (fields: object, _meta: object = meta) =>
    JSON.stringify({ resultType: 'complete', ...fields, _meta })
  const tail = `,"_meta":${JSON.stringify(meta)}}`
  const discover = (cache: object, about: string) =>
    modern(
      { supportedVersions, capabilities, instructions: about, ...cache },
      { [metaKeys.serverInfo]: serverInfo },
    )
  const initialize = (protocolVersion: string, about: string) => {
    const shown = protocolVersion === newestLegacy ? serverInfo : named
    return JSON.stringify({
      protocolVersion,
      capabilities,
      serverInfo: shown,
      instructions: about,
    })
  }
  const call = (era: Era, outcome: ToolResult) => {
    if (era.kind === 'modern' && outcome.kind === 'refused') {
      return modern(refusalFields(outcome), {
        ...meta,
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
    return era.kind === 'legacy' ? text : `{"resultType":"complete",${text.slice(1, -1)}${tail}`
  }
  const refusedLists = { modern: modern({ tools, ...uncached }), legacy: JSON.stringify({ tools }) }
  return {
    listTools: { modern: modern({ tools, ...cached }), legacy: refusedLists.legacy },
    discover: discover(cached, instructions),
    initialize: (protocolVersion) => initialize(protocolVersion, instructions),
    empty: '{}',
    call,
    refused: (era, { method, params }, refusal) => {
      const about = `${refusal.sentence}\n${instructions}`
      if (method === 'tools/list') return withRefusal(refusedLists[era.kind], refusal)
      if (method === 'server/discover' && era.kind === 'modern') {
        return withRefusal(discover(uncached, about), refusal)
      }
      if (method === 'initialize' && era.kind === 'legacy') {
        return withRefusal(initialize(negotiated(params['protocolVersion']), about), refusal)
      }
      return call(era, refusal)
    },
  }
}

function withRefusal(resultJson: string, refusal: Refusal): string {
  return `${resultJson.slice(0, -1)},${callJson(refusal).slice(1)}`
}

const refusalFields = ({ sentence }: Refusal) => ({
  content: [{ type: 'text', text: sentence }],
  isError: true,
})

/** Many frameworks pass only the text blocks to the model, so the fields are repeated as a text block. */
function callJson(outcome: ToolResult): string {
  if (outcome.kind === 'refused') return JSON.stringify(refusalFields(outcome))
  const { content, fields } = outcome
  if (fields === undefined) return JSON.stringify({ content })
  const json = JSON.stringify(fields)
  // Right after the sentence, so that its place does not depend on a picture.
  const blocks = content.toSpliced(1, 0, { type: 'text', text: json })
  return `{"content":${JSON.stringify(blocks)},"structuredContent":${json}}`
}
