// Baseline: the official SDK's handler with the same tool, mounted as in the SDK's guide, returning
// plain JSON.
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { serverInfoAt } from '../../mcp/server-info.ts'
import { estimatePrice } from '../../mcp/tools/estimate-price.ts'
import { toolContext } from './tool-context.ts'

const { name: serverName, title: serverTitle, version } = serverInfoAt('http://localhost')
const { definition } = estimatePrice
const { name, title, description, annotations, inputSchema, outputSchema } = definition
const input = fromJsonSchema<Record<string, unknown>>({ ...inputSchema })
const output =
  outputSchema === undefined
    ? undefined
    : fromJsonSchema<Record<string, unknown>>({ ...outputSchema })

// At each start the SDK warns that plain JSON drops notifications; this tool sends none.
console.warn = () => undefined
const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: serverName, title: serverTitle, version })
    server.registerTool(
      name,
      {
        title,
        description,
        annotations,
        inputSchema: input,
        ...(output && { outputSchema: output }),
      },
      async (args) => {
        const outcome = await estimatePrice.call(toolContext, args)
        if (outcome.kind !== 'succeeded') throw new Error('refused')
        return { content: [...outcome.content] as [], structuredContent: { ...outcome.fields } }
      },
    )
    return server
  },
  { responseMode: 'json' },
)

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: (request) => handler.fetch(request),
})
console.log(server.port)
