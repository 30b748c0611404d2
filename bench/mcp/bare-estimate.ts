// Baseline: a bare Bun.serve that parses the same JSON and returns the same JSON, without protocol checks, limits or logs.
import { metaKeys } from '../../mcp/era.ts'
import { serverInfoAt } from '../../mcp/server-info.ts'
import { estimatePrice } from '../../mcp/tools/estimate-price.ts'
import { toolContext } from './tool-context.ts'

const { name, title, version } = serverInfoAt('http://localhost')
const meta = { [metaKeys.serverInfo]: { name, title, version } }
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const { id, params } = (await request.json()) as { id: number; params: { arguments: unknown } }
    const outcome = await estimatePrice.call(toolContext, params.arguments)
    if (outcome.kind !== 'succeeded') return new Response('refused', { status: 500 })
    const { content, fields } = outcome
    return Response.json({
      jsonrpc: '2.0',
      id,
      result: { resultType: 'complete', content, structuredContent: fields, _meta: meta },
    })
  },
})
console.log(server.port)
