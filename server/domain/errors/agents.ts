// Codes of the agent endpoint: faults of the protocol, and refusals that only tools have.
import type { Advice } from './advice.ts'

export const agentErrors = {
  origin_not_allowed: [
    'A page of an origin that may not call the agent endpoint sent the request.',
    'Call from a program, which sends no `Origin`, or ask the farm to allow the origin.',
  ],
  mcp_request_invalid: [
    'The body is not one JSON-RPC request.',
    'Send one object with `jsonrpc`, `id` and `method`. Batches are not accepted.',
  ],
  mcp_params_invalid: [
    'The parameters of the method are missing or wrong.',
    'Correct what the message names.',
  ],
  mcp_headers_differ: [
    'A required `Mcp-*` header is missing, or says something else than the body.',
    'Repeat the version, the method and the name of the body in the headers.',
  ],
  mcp_version_unsupported: [
    'The server does not speak this revision of the protocol.',
    'Use one of `data.supported`.',
  ],
  mcp_method_unknown: [
    'The method does not exist in this revision.',
    'Use the methods for tools only; there are no prompts and no resources.',
  ],
  mcp_tool_unknown: ['There is no such tool.', 'Use a name of `data.available`.'],
  mcp_capability_missing: [
    'The tool needs a client that declares more capabilities.',
    'Declare those of `data.requiredCapabilities`.',
  ],
  mcp_too_many_unreadable_bodies: [
    'The caller has sent too many bodies that could not be read.',
    'Send JSON-RPC. What is wrong with a body is reported again after `Retry-After`.',
  ],
  arguments_invalid: [
    'Arguments of the tool are missing, unknown or wrong. Nothing was done.',
    'Correct those that the sentence names.',
  ],
  tool_timed_out: ['The tool took too long. Nothing was charged.', 'Call it again.'],
  tool_failed: [
    'The tool broke on our side. It was logged, and nothing was charged.',
    'Call it again in a minute.',
  ],
  caller_gone: ['The caller closed the connection.', 'Call again and keep the connection open.'],
  account_deleted: [
    'The account of the key was deleted while the call ran. No order was placed.',
    'Stop: the key does not work any more.',
  ],
  generation_unconfirmed: [
    'The call ended without a response, and a generation may have been started.',
    'Look with `get_generation` or at the account page. Do not call again before that.',
  ],
  quote_url_invalid: [
    'The address is neither an https link nor a stored model.',
    'Send a direct https link, or a `modelUrl` that the service returned.',
  ],
  quote_hand_in_empty: [
    'No file has arrived at that one-time upload address yet.',
    'Ask the buyer to open the address and hand the file in, then call again with the same address.',
  ],
  quote_size_invalid: [
    'The `#sizeMm=` at the end of the address is no size that can be printed.',
    'Correct it, or leave it out.',
  ],
  quote_not_found: ['The account has no quote with this id.', 'Check the id, or make a new quote.'],
  quote_expired: [
    'The quote is too old. Nothing was charged.',
    'Make a new quote and confirm its price with the buyer.',
  ],
  quote_spent: [
    'The quote was used by another call. This one charged nothing.',
    'Read the order that the sentence names. Make a new quote only for another print.',
  ],
  quote_country_differs: [
    'The quote includes postage to another country. Nothing was charged, and the quote stays good.',
    'Make a quote for the right country and confirm its price with the buyer.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
