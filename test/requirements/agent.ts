// Requirements of the agent endpoint, POST /api/mcp: protocol, tools, quotes. Data only.
import { requirements } from './row.ts'

export const agent = [
  ...requirements('POST /api/mcp (agent-tool endpoint)', {
    'mcp.post-json': 'one URL, POST only, JSON-RPC 2.0 in, always one JSON object out',
    'mcp.no-store': 'every response has cache-control: no-store',
    'mcp.get': 'GET is 405',
    'mcp.delete': 'DELETE is 405',
    'mcp.method.initialize': 'initialize is served',
    'mcp.method.discover': 'server/discover is served',
    'mcp.method.tools-list': 'tools/list is served',
    'mcp.method.tools-call': 'tools/call is served',
    'mcp.method.ping': 'ping is served',
    'mcp.method.unknown': 'any other method is 404 with code -32601',
    'mcp.tools-only': 'only tools are advertised as a capability',
    'mcp.notification': 'a notification (no id) is 202 with an empty body',
    'mcp.batch': 'a batch array is rejected with -32600',
    'mcp.body-limit': 'a body over 1 MB is refused',
    'mcp.stateless': 'nothing is remembered between requests',
  }),
  ...requirements('POST /api/mcp (agent-tool endpoint)', {
    'mcp.era.modern': '_meta protocolVersion exactly 2026-07-28 is the modern era',
    'mcp.era.modern-result-type': "modern results carry resultType:'complete'",
    'mcp.era.modern-discover': 'server/discover works in the modern era',
    'mcp.era.modern-headers-required': 'the modern era requires the Mcp-* headers',
    'mcp.era.modern-server-info':
      "each modern result has _meta['io.modelcontextprotocol/serverInfo']",
    'mcp.era.legacy-named': 'a _meta version naming an older revision is taken at its word',
    'mcp.era.legacy-no-result-type': 'legacy results never carry resultType',
    'mcp.era.legacy-headers-optional': 'the legacy era does not require Mcp-* headers',
    'mcp.era.legacy-headers-compared':
      'any Mcp-* header sent in a legacy era is compared with the body',
    'mcp.era.initialize':
      'initialize is legacy: it returns protocolVersion, capabilities, serverInfo',
    'mcp.era.no-version': 'no version anywhere is treated as 2025-03-26',
    'mcp.meta.protocol-version': '_meta protocolVersion must equal the MCP-Protocol-Version header',
    'mcp.meta.client-capabilities':
      'modern: clientCapabilities missing or no object is 400 with -32602; {} is enough',
    'mcp.meta.client-capabilities-notification': 'a notification does not need clientCapabilities',
    'mcp.meta.client-info': 'clientInfo is optional and not enforced',
    'mcp.header.protocol-version': 'MCP-Protocol-Version is required in the modern era',
    'mcp.header.method':
      'Mcp-Method is required in the modern era and equals the body method exactly',
    'mcp.header.name':
      'Mcp-Name is params.name for tools/call and prompts/get, params.uri for resources/read',
    'mcp.header.name-base64': 'Mcp-Name wrapped as =?base64?VALUE?= is decoded before comparison',
    'mcp.header.initialize-exempt':
      'on initialize a version header that differs from the body is not a conflict',
  }),
  ...requirements('Errors: Agent endpoint (JSON-RPC level)', {
    'mcp.error.header-missing':
      '400 -32020 when a required Mcp-* header is missing on a modern request',
    'mcp.error.header-mismatch': '400 -32020 when an Mcp-* header disagrees with the body',
    'mcp.error.version':
      '400 -32022 for an unsupported version, with data.supported and data.requested',
    'mcp.error.invalid-request':
      '400 -32600 for no JSON-RPC object, a wrong jsonrpc value, no method, or a batch',
    'mcp.error.parse': '400 -32700 for a body that is not valid JSON',
    'mcp.error.unknown-tool':
      '400 -32602 for a tool that does not exist; data.available lists the names',
    'mcp.error.capabilities': '400 -32602 for a modern request without object clientCapabilities',
    'mcp.error.too-large-declared': '413 -32600 for a declared length over 1 MB, before reading',
    'mcp.error.too-large-read': '413 -32600 when more than 1 MB arrives',
    'mcp.error.unreadable-bodies':
      '429 -32600 for more than 30 unreadable bodies in an hour from one caller',
    'mcp.error.method': '404 -32601 for a method that is not implemented',
    'mcp.error.origin': '403 without a code for an Origin that is not on the allowlist',
    'mcp.error.http-method': '405 -32600 for GET and DELETE',
    'mcp.error.tool-level':
      'tool-level failures are HTTP 200 with isError true and the reason in content[0].text',
  }),
  ...requirements('POST /api/mcp (agent-tool endpoint)', {
    'mcp.tools.eleven': 'tools/list returns all eleven tools to everyone, keyed or not',
    'mcp.tools.order': 'in fixed order, keyless first',
    'mcp.tools.cost':
      'each entry has _meta com.svc/cost: free, credits or money, as the table says',
    'mcp.tools.auth': 'each entry has _meta com.svc/auth: public or apiKey, as the table says',
    'mcp.tools.unknown-argument': 'every tool rejects an unknown argument with an error',
    'mcp.tools.result-text': 'content[0].text is a sentence for a person',
    'mcp.tools.result-structured': 'structuredContent contains the fields',
    'mcp.tool.list-materials':
      'list_materials: materials and rates, twelve colours, off-palette cost, quality multipliers, quantity discounts, per-part minimum, postage, largest build plate',
    'mcp.tool.list-materials-no-arguments': 'list_materials takes no arguments',
    'mcp.tool.estimate-price': 'estimate_price is arithmetic on a known weight',
    'mcp.tool.estimate-price.grams': 'grams is required: the weight of one part, 0.1 to 50000',
    'mcp.tool.estimate-price.material': 'material is pla when omitted; pla, petg, abs, asa, tpu',
    'mcp.tool.estimate-price.quality': 'quality is standard when omitted; standard, premium',
    'mcp.tool.estimate-price.quantity': 'quantity is 1 when omitted; 1 to 10000',
    'mcp.tool.estimate-price.color': 'an unstocked colour costs more',
    'mcp.tool.check-printability':
      'check_printability downloads and measures a mesh and keeps nothing',
    'mcp.tool.check-printability.model-url':
      'model_url is required: a direct https link to .stl, .obj, .glb or .gltf of at most 25 MB',
    'mcp.tool.check-printability.viewer-page':
      'a viewer page or a link behind a sign-in is refused',
    'mcp.tool.get-lead-time':
      'get_lead_time returns the ship lead time now for 1, 10, 100 and 1000 orders',
    'mcp.tool.get-lead-time.grams': 'grams is optional: a standard order when omitted',
    'mcp.tool.get-lead-time.quantity': 'quantity is 1 when omitted',
    'mcp.tool.track-order':
      'track_order returns stage, one-line description and tracking, never an address',
    'mcp.tool.track-order.order-code':
      'order_code is an SVC- code or a CART-, ORD- or STORE- code from web checkout',
    'mcp.tool.track-order.email': 'a wrong email is indistinguishable from an unknown code',
    'mcp.tool.quote-print':
      'quote_print downloads and slices, and returns measurement, price and quote_id',
    'mcp.tool.quote-print.model-url':
      'model_url is a direct https link to .stl, .glb or .gcode.3mf, or a model_url of get_generation',
    'mcp.tool.quote-print.allowlist':
      'the host must be on the operator allowlist, and the refusal names the hosts',
    'mcp.tool.quote-print.options':
      'material, color, quality: as elsewhere, with pla and standard as defaults',
    'mcp.tool.quote-print.premium-layers':
      'premium is quoted and stored with layers of 0.1 mm, standard with 0.2 mm',
    'mcp.tool.quote-print.quantity': 'quantity is 1 when omitted; 1 to 50',
    'mcp.tool.quote-print.infill': 'infill is 20 when omitted; 10 to 100',
    'mcp.tool.quote-print.country':
      'country is US when omitted; postage $7 US, $30 abroad; the quote is valid only for it',
    'mcp.tool.quote-print.result':
      'structuredContent has quote_id, expires_at, model, measurement, options and price with the documented fields',
    'mcp.tool.quote-print.total':
      'price.total includes postage to ships_to, and the result states this',
    'mcp.tool.create-print-order': 'create_print_order places the order and charges the card',
    'mcp.tool.create-print-order.quote-id': 'quote_id fixes price, file and options',
    'mcp.tool.create-print-order.confirm': 'confirm must be exactly true',
    'mcp.tool.create-print-order.address':
      'recipient_name, email, street1, city, state, zip are required; street2 and phone are not',
    'mcp.tool.create-print-order.country':
      'country is required and must be that of the quote; otherwise refused with the price difference explained',
    'mcp.tool.create-print-order.note': 'note has at most 1000 characters',
    'mcp.tool.create-print-order.result':
      'structuredContent has order_code, paid, charged, amount, currency, status, status_url, payment_url, quoted_total',
    'mcp.tool.create-print-order.declined':
      'a declined card is a successful call with paid false, charged null and payment_url set',
    'mcp.tool.create-print-order.paid': 'payment_url is null when paid',
    'mcp.tool.create-print-order.not-idempotent':
      'idempotentHint is false and there is no idempotency key',
    'mcp.tool.create-print-order.timeout':
      'a timeout is unconfirmed, advises not to call again, and points to list_my_orders or get_order',
    'mcp.tool.list-my-orders':
      'list_my_orders returns up to 20 most recent orders of the account, newest first, from every order store',
    'mcp.tool.list-my-orders-no-arguments': 'list_my_orders takes no arguments',
    'mcp.tool.get-order': 'get_order returns one order on this account by code',
    'mcp.tool.get-order.foreign': "another account's order reports not found",
    'mcp.tool.generate-model':
      'generate_model spends one generation credit and returns a job_id without waiting',
    'mcp.tool.generate-model.prompt': 'prompt is required, up to 500 characters',
    'mcp.tool.generate-model.confirm': 'confirm must be exactly true',
    'mcp.tool.generate-model.quality': 'quality is draft when omitted; draft or hifi',
    'mcp.tool.generate-model.timeout':
      'a timeout is unconfirmed and points to get_generation with the job id, or to the account page without one',
    'mcp.tool.get-generation':
      'get_generation returns progress, and when done model_url and the printability verdict',
    'mcp.tool.get-generation.safe': 'get_generation is safe to poll',
    'mcp.tool.no-cancel': 'there is no tool that cancels an order',
  }),
  ...requirements('mcp/README.md', {
    'mcp.pictures.quote':
      'quote_print returns a picture of the part in its color, in an image block and in no field; drawn once for a part and color',
    'mcp.pictures.check':
      'check_printability returns a picture with the faults marked, and the sentence names the colors; it is not stored',
    'mcp.pictures.off': 'the header x-pictures: off leaves pictures out',
    'mcp.hand-in.quote':
      'the refusal of a local path, file://, a private or another host names a one-time address that accepts the file without a key',
    'mcp.hand-in.check':
      'the refusal of check_printability names the address that accepts it without a key',
    'mcp.next.units': 'a size that makes no sense is asked about, with the units that make sense',
    'mcp.next.colors':
      'a color named in another language, or gray, bills as any other color, and the result names the stock color',
    'mcp.next.same-again': 'get_order has the model_url of its part, in its unit',
    'mcp.next.repeats': 'refused repeats of a spent quote use no allowance',
    'mcp.next.keyless':
      'a refusal for want of a key has the page or the tool that works without one',
    'mcp.next.page': 'the page of such a refusal opens with the part, its options and its price',
    'mcp.directory.valid':
      "server.json, the server card and the catalog are valid by their schemas, with the package's version",
    'mcp.directory.served': 'they are served to any origin, cached for an hour',
    'mcp.directory.agrees': 'they agree with initialize and server/discover',
    'mcp.directory.icons': 'the icons that they name are served, as PNG and SVG',
    'mcp.tools.size':
      'tools/list costs a model fewer than 2,850 tokens of names, descriptions and arguments',
    'hostile-text.tools': 'untrusted text appears in sentences of tools only in quotes',
    'hostile-text.pages':
      'untrusted text adds no element, control or direction character to a page',
    'hostile-text.mails': 'untrusted text adds no header line to a mail',
    'hostile-text.log': 'untrusted text adds no terminal escape to a log line',
  }),
  ...requirements('Quote (agent tools)', {
    'quote.fields': 'a quote has quote_id, expires_at, the measurement and the full price',
    'quote.fixes': 'a quote holds price, file and all print options',
    'quote.once': 'a quote works once',
    'quote.one-account': 'a quote belongs to one account',
    'quote.expires': 'a quote expires 24 hours after it was made and is then refused',
    'quote.spent': 'a successful create_print_order spends the quote',
  }),
  ...requirements('Versioning', {
    'mcp.versions':
      'the revisions spoken are 2026-07-28, 2025-11-25, 2025-06-18 and 2025-03-26; any other is 400 with -32022',
    'mcp.discover-replaces-handshake':
      'in 2026-07-28 there is no initialize, no session id and no stream',
  }),
]
