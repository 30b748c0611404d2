// Error codes of the agent endpoint: protocol errors and failures that only tools have.
import type { Advice } from './advice.ts'

export const agentErrors = {
  ucp_agent_invalid: [
    'A request of the Universal Commerce Protocol does not name its platform’s profile.',
    'Send `UCP-Agent: profile="https://..."` with every request.',
  ],
  ucp_version_unsupported: [
    'The `UCP-Agent` header names an unsupported version of the Universal Commerce Protocol.',
    'Use the version that `/.well-known/ucp` states.',
  ],
  checkout_session_not_found: [
    'There is no such checkout session, or it has expired.',
    'Start a new one. Sessions expire at the time in `expires_at`.',
  ],
  checkout_session_cancelled: [
    'The checkout session was cancelled, so it can no longer be changed or bought.',
    'Start a new one.',
  ],
  checkout_sessions_full: [
    'The client address has the maximum number of open checkout sessions.',
    'Use, change or cancel one of them, or start a new one after the oldest has expired.',
  ],
  checkout_hand_over_running: [
    'Another request is adding the parts of the checkout session to a basket.',
    'Open the basket in a moment, and click the button again if they are missing.',
  ],
  checkout_unit_unknown: [
    'The quantity of an item has a unit other than pieces.',
    'Leave out `quantity_unit`, or send `C62` with scale 0.',
  ],
  checkout_item_unknown: [
    'The id of an item does not name a printable part.',
    'Send a link to the quote page with its `model`, or the address of a model.',
  ],
  origin_not_allowed: [
    'The request came from a page whose origin is not allowed to call the agent endpoint.',
    'Call from a program, which sends no `Origin`, or ask the farm to allow the origin.',
  ],
  mcp_request_invalid: [
    'The body is not a single JSON-RPC request.',
    'Send one object with `jsonrpc`, `id` and `method`. Batches are not accepted.',
  ],
  mcp_params_invalid: [
    'The parameters of the method are missing or wrong.',
    'Correct the parameters that the message names.',
  ],
  mcp_headers_differ: [
    'A required `Mcp-*` header is missing or differs from the body.',
    'Repeat the version, the method and the name of the body in the headers.',
  ],
  mcp_version_unsupported: [
    'The server does not support this revision of the protocol.',
    'Use one of `data.supported`.',
  ],
  mcp_method_unknown: [
    'The method does not exist in this revision.',
    'Use only the methods for tools; there are no prompts and no resources.',
  ],
  mcp_tool_unknown: ['There is no such tool.', 'Use a name of `data.available`.'],
  mcp_capability_missing: [
    'The tool requires more client capabilities.',
    'Declare those of `data.requiredCapabilities`.',
  ],
  mcp_too_many_unreadable_bodies: [
    'The caller has sent too many bodies that could not be read.',
    'Send JSON-RPC. Errors in a body are reported again after `Retry-After`.',
  ],
  arguments_invalid: [
    'Arguments of the tool are missing, unknown or wrong. Nothing was done.',
    'Correct those that the message names.',
  ],
  tool_timed_out: ['The tool took too long. Nothing was charged.', 'Call it again.'],
  tool_failed: [
    'The tool failed because of an error in the service, which was logged. Nothing was charged.',
    'Call it again in a minute.',
  ],
  caller_gone: ['The caller closed the connection.', 'Call again and keep the connection open.'],
  account_deleted: [
    'The account of the key was deleted during the call. No order was placed.',
    'Stop: the key no longer works.',
  ],
  generation_unconfirmed: [
    'The call ended without a response, and a generation may have been started.',
    'Check `get_generation` or the account page before you call again.',
  ],
  quote_url_invalid: [
    'The address is neither an https link nor a stored model.',
    'Send a direct https link, or a `modelUrl` that the service returned.',
  ],
  quote_hand_in_empty: [
    'No file has arrived at that one-time upload address yet.',
    'Ask the buyer to open the address and upload the file, then call again with the same address.',
  ],
  quote_size_invalid: [
    'The `#sizeMm=` at the end of the address is not a printable size.',
    'Correct it, or leave it out.',
  ],
  quote_not_found: ['The account has no quote with this id.', 'Check the id, or make a new quote.'],
  quote_expired: [
    'The quote has expired. Nothing was charged.',
    'Make a new quote and confirm its price with the buyer.',
  ],
  quote_spent: [
    'Another call used the quote. This call charged nothing.',
    'Read the order that the message names. Make a new quote only for another print.',
  ],
  quote_country_differs: [
    'The quote includes postage to another country. Nothing was charged, and the quote remains valid.',
    'Make a quote for the correct country and confirm its price with the buyer.',
  ],
} as const satisfies Readonly<Record<string, Advice>>
