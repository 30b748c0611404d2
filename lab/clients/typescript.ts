// The official TypeScript clients of both majors, and mcp-remote, the bridge with which clients of a local process reach the endpoint.
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { runStory, type Story } from './story.ts'

export type ServiceAccess = { readonly url: string; readonly key: string; readonly link: string }

const me = { name: 'story', version: '1.0.0' }
const keyed = (key: string) => ({ requestInit: { headers: { authorization: `Bearer ${key}` } } })

export async function withSecond(
  mode: 'legacy' | 'auto' | { pin: string },
  { url, key, link }: ServiceAccess,
): Promise<Story> {
  const client = new Client(me, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), keyed(key)))
  try {
    return await runStory((name, args) => client.callTool({ name, arguments: { ...args } }), link)
  } finally {
    await client.close()
  }
}

export const withFirst = ({ url, key, link }: ServiceAccess): Promise<Story> =>
  // Its types conflict under exactOptionalPropertyTypes.
  byFirst(new FirstTransport(new URL(url), keyed(key)) as Transport, link)

/** Runs with mcp-remote. `folder`: its installation; `home`: folder for its files. */
export function withRemote(
  folder: string,
  home: string,
  { url, key, link }: ServiceAccess,
): Promise<Story> {
  const script = join(folder, 'node/node_modules/mcp-remote/dist/proxy.js')
  const header = ['--header', `Authorization: Bearer ${key}`]
  const command = join(folder, 'node/node_modules/node/bin/node')
  const args = [script, url, '--allow-http', '--transport', 'http-only', ...header]
  const env = { HOME: home, MCP_REMOTE_CONFIG_DIR: home, PATH: process.env['PATH'] ?? '' }
  return byFirst(new StdioClientTransport({ command, args, env, stderr: 'ignore' }), link)
}

async function byFirst(transport: Transport, link: string): Promise<Story> {
  const client = new FirstClient(me)
  await client.connect(transport)
  try {
    return await runStory((name, args) => client.callTool({ name, arguments: { ...args } }), link)
  } finally {
    await client.close()
  }
}
