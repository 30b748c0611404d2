// POST /api/mcp: the HTTP side of the agent endpoint (contract.md 5). The request is passed unread to the protocol
// layer in mcp/, which also refuses other methods. The tools describe themselves in tools/list.

import * as v from 'valibot'
import { ok } from '../../../domain/base/result.ts'
import { megabytesText } from '../../../domain/base/text/megabytes.ts'
import { bodyLate, originSentence } from '../../../domain/errors/sentences.ts'
import { limits, maxAgentBodyBytes } from '../../../domain/limits/table.ts'
import { unread } from '../../contract/body.ts'
import { named, open, says, text, whole } from '../../contract/schemas.ts'
import { anyone } from '../../middleware/access.ts'
import { refuseMethod } from '../../middleware/methods.ts'
import { type Route, route } from '../../middleware/route.ts'
import { agentPath } from '../../requests/paths.ts'

export type AgentContext = { readonly handleAgent: (request: Request) => Promise<Response> }

const maxBody = megabytesText(maxAgentBodyBytes)

const id = says(
  v.union([v.string(), v.number()]),
  'A string or an integer; left out in a notification.',
)

const rpcRequest = named(
  'JsonRpcRequest',
  v.object({
    jsonrpc: says(v.literal('2.0'), 'Always 2.0.'),
    id: v.optional(id),
    method: text(
      '`tools/list`, `tools/call`, `server/discover`; before 2026-07-28 also `initialize` and `ping`.',
    ),
    params: v.optional(says(open({}), 'Parameters of the method, and `_meta`.')),
  }),
  'A JSON-RPC 2.0 request.',
)

const result = named(
  'JsonRpcResult',
  v.object({
    jsonrpc: says(v.literal('2.0'), 'Always 2.0.'),
    id,
    result: says(
      open({
        isError: v.optional(
          says(v.boolean(), 'true when a tool refused; the reason is in content.'),
        ),
      }),
      'The result of the method.',
    ),
  }),
  'A JSON-RPC 2.0 response.',
)

const fault = named(
  'JsonRpcFault',
  v.object({
    jsonrpc: says(v.literal('2.0'), 'Always 2.0.'),
    id: says(
      v.nullable(v.union([v.string(), v.number()])),
      'null when the request’s was not readable.',
    ),
    error: says(
      named(
        'JsonRpcError',
        v.object({
          code: whole('By JSON-RPC 2.0 and MCP.'),
          message: text('The problem.'),
          data: v.optional(says(open({}), 'The supported versions or tools.')),
        }),
        'Why a request failed.',
      ),
      'A fault of the protocol. Refusals of tools are results.',
    ),
  }),
  'A JSON-RPC 2.0 error response.',
)

const faultExample = (code: number, message: string, data?: Record<string, unknown>) => ({
  jsonrpc: '2.0',
  id: 1,
  error: { code, message, ...(data && { data }) },
})

const versions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']

export const agentRoute = route({
  method: 'POST',
  path: agentPath,
  id: 'callAgentEndpoint',
  tag: 'Agents',
  summary: 'Call the tools for agents (MCP)',
  description:
    `Model Context Protocol over Streamable HTTP: one JSON-RPC 2.0 object in, one JSON object out, and no sessions. Revisions ${versions.join(', ')}. ` +
    'From 2026-07-28 on a request names its version in `params._meta` and in the header `MCP-Protocol-Version`, and repeats its method and ' +
    `subject in \`Mcp-Method\` and \`Mcp-Name\`. Tools of an account need its API key; everything else needs none. At most ${limits['agent-endpoint'].limit} requests an hour, ` +
    'and each tool has its own allowance; a refusal is a result with `isError` that names the seconds to wait. Send the next request on a ' +
    'connection after the response to the previous one: pipelined requests are closed without a response.',
  parameters: [
    {
      name: 'x-pictures',
      in: 'header',
      description:
        '`off` leaves pictures of the part out of the results of check_printability and quote_print.',
      schema: { type: 'string', enum: ['off'] },
      example: 'off',
    },
  ],
  access: anyone,
  body: unread({
    type: 'application/json',
    schema: rpcRequest,
    example: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'estimate_price', arguments: { grams: 42, material: 'petg' } },
    },
    description: `Up to ${maxBody}. No batches.`,
  }),
  response: {
    description: 'The result; also a tool’s refusal.',
    schema: result,
    example: {
      jsonrpc: '2.0',
      id: 1,
      result: {
        content: [{ type: 'text', text: 'One part of 42 g …' }],
        structuredContent: {},
      },
    },
  },
  otherResponses: [
    {
      status: 202,
      description: 'A notification, a request without `id`: accepted, without a body.',
    },
    {
      status: 400,
      description:
        'Not JSON (-32700), not a JSON-RPC request (-32600), unknown tool or missing `_meta` (-32602), headers that disagree with the body (-32020), or an unsupported version (-32022).',
      schema: fault,
      example: faultExample(-32022, 'Unsupported protocol version.', {
        supported: versions,
        requested: '1900-01-01',
      }),
    },
    {
      status: 404,
      description: 'The method is not implemented.',
      schema: fault,
      example: faultExample(-32601, 'Method not found: "prompts/list"'),
    },
    ...(
      [
        [408, bodyLate],
        [413, `The body is over ${maxBody}.`],
        [415, 'The content type is not application/json.'],
        [429, `More than ${limits['agent-unreadable-bodies'].limit} unreadable bodies in an hour.`],
      ] as const
    ).map(([status, description]) => ({
      status,
      description,
      schema: fault,
      example: { ...faultExample(-32600, description), id: null },
      waits: status === 429,
    })),
  ],
  refusals: [
    {
      name: 'origin_not_allowed',
      status: 403,
      body: { error: originSentence },
    },
  ],
  handler: async function callAgent({ handleAgent }: AgentContext, { request }) {
    return ok(await handleAgent(request))
  },
})

/** GET and DELETE, which the protocol layer refuses. */
export const agentMethods: Route<AgentContext> = {
  method: 'ALL',
  path: agentPath,
  contract: null,
  respond: ({ handleAgent }, { request }) => handleAgent(request),
}

/** Returns the response to an OPTIONS request that is not a CORS preflight, or null for any other request. */
export function agentOptions(request: Request): Response | null {
  if (request.method !== 'OPTIONS') return null
  if (request.headers.has('access-control-request-method')) return null
  return refuseMethod(request, ['POST'])
}
