// Results as each era wants them: the modern one names its type and the server in every result, the legacy ones must not.
import type { Spoken } from './content.ts'
import { type Era, metaKeys, supportedVersions } from './era.ts'
import type { Registry } from './registry.ts'

export type ServerInfo = {
  readonly name: string
  readonly title: string
  readonly version: string
}

/** What does not change between requests, written out once. */
export type Envelopes = {
  readonly listTools: Readonly<Record<Era['kind'], string>>
  readonly discover: string
  readonly initialize: (version: string) => string
  readonly empty: string
  readonly call: (era: Era, outcome: Spoken) => string
}

/** Tools and versions change only with a release. */
const listTtlMs = 3_600_000
/** `listChanged` would promise notifications, and there is no stream to send them on. */
const capabilities = { tools: {} }

export function createEnvelopes(
  registry: Registry,
  { serverInfo, instructions }: { serverInfo: ServerInfo; instructions: string },
): Envelopes {
  const tools = registry.tools.map((tool) => tool.definition)
  const cache = { ttlMs: listTtlMs, cacheScope: 'public' }
  const meta = { [metaKeys.serverInfo]: serverInfo }
  const modern = (fields: object) =>
    JSON.stringify({ resultType: 'complete', ...fields, _meta: meta })
  const tail = `,"_meta":${JSON.stringify(meta)}}`
  return {
    listTools: {
      modern: modern({ tools, ...cache }),
      legacy: JSON.stringify({ tools }),
    },
    discover: modern({ supportedVersions, capabilities, instructions, ...cache }),
    initialize: (protocolVersion) =>
      JSON.stringify({ protocolVersion, capabilities, serverInfo, instructions }),
    empty: '{}',
    call: (era, outcome) => {
      const text = JSON.stringify(callFields(outcome))
      return era.kind === 'legacy' ? text : `{"resultType":"complete",${text.slice(1, -1)}${tail}`
    },
  }
}

function callFields(outcome: Spoken): object {
  if (outcome.kind === 'refused') {
    return { content: [{ type: 'text', text: outcome.sentence }], isError: true }
  }
  const { content, fields } = outcome
  return fields === undefined ? { content } : { content, structuredContent: fields }
}
