// Requirements of credentials: API keys, extension tokens, sessions and who may call what. Data only.
import { requirements } from './row.ts'

export const accounts = [
  ...requirements('Authentication', {
    'auth.key.format': 'an API key is svc_live_ and 48 hexadecimal characters',
    'auth.key.bearer': 'an API key is accepted as Authorization: Bearer',
    'auth.key.x-api-key': 'an API key is accepted as x-api-key',
    'auth.key.submit': 'an API key is accepted on POST /api/print/orders',
    'auth.key.read': 'an API key is accepted on GET /api/print/orders/{code}',
    'auth.key.not-key-management': 'an API key is not accepted on the key-management endpoints',
    'auth.token.format': 'an extension token begins with svc_ext_',
    'auth.token.bearer': 'an extension token is accepted as Authorization: Bearer',
    'auth.token.x-api-key': 'an extension token is accepted as x-api-key',
    'auth.token.submit': 'an extension token is accepted on POST /api/print/orders',
    'auth.token.not-order-read':
      'an extension token is not accepted on GET /api/print/orders/{code}',
    'auth.token.not-key-management':
      'an extension token is not accepted on the key-management endpoints',
    'auth.token.per-connection':
      'tokens are minted one per connection: an account can hold several',
    'auth.token.revocable': 'revoking one token leaves the others working',
    'auth.token.hashed': 'an extension token is stored only as a hash',
    'auth.session.sign-in': 'signing in sets a session cookie',
    'auth.session.key-management': 'the session cookie is accepted on the key-management endpoints',
    'auth.basic-ignored':
      'Authorization: Basic, as a browser sends it behind a proxy that asks for a password, does not disable a session cookie',
    'auth.session.not-submit': 'a session cookie alone does not submit an order',
    'auth.session.not-order-read': 'a session cookie alone does not read an order',
    'auth.key.rule-self-serve':
      'an account with a card on file gets a key automatically, without approval',
    'auth.key.rule-card-first': 'no key is issued before a card is on file',
    'auth.key.rule-shown-once': 'the secret is returned exactly once, when it is issued',
    'auth.key.rule-hashed': 'an API key is stored only as a hash',
    'auth.key.rule-one-per-account': 'an account has one key: issuing another replaces it',
    'auth.key.rule-rotation-immediate': 'a rotated key stops working immediately',
    'auth.key.rule-revocation-immediate': 'a revoked key stops working immediately',
    'auth.key.rule-account-charged': 'the key names the account whose card is charged',
    'auth.key.rule-account-orders': 'the key names the account whose orders can be read',
    'auth.key.rule-401': 'a missing or unrecognised key on submit is 401',
  }),

  ...requirements('Key management', {
    'keys.get':
      'GET /api/account/api-key states whether a key exists, its display prefix and its creation time',
    'keys.get-no-secret': 'GET never returns the secret',
    'keys.post-issues': 'POST issues a key and returns the secret',
    'keys.post-rotates': 'POST rotates an existing key',
    'keys.delete': 'DELETE revokes the key immediately',
    'keys.session-required': 'all three need a session: 401 without one',
  }),

  ...requirements('Authentication', {
    'auth.key.not-generation': 'an API key is 401 on the generation endpoints',
    'auth.token.generate': 'an extension token is accepted on POST /api/generate',
    'auth.token.generate-start': 'an extension token is accepted on POST /api/generate/start',
    'auth.token.generate-status': 'an extension token is accepted on GET /api/generate/status',
    'auth.token.not-model-proxy': 'an extension token is not accepted on GET /api/model-proxy',
    'auth.token.not-generate-active':
      'an extension token is not accepted on GET /api/generate/active',
    'auth.session.generation': 'the session cookie is accepted on the generation endpoints',
    'auth.session.model-proxy': 'the session cookie is accepted on GET /api/model-proxy',
    'auth.session.generate-active': 'the session cookie is accepted on GET /api/generate/active',
  }),

  ...requirements('Authentication', {
    'auth.key.not-slice': 'an API key is not accepted on POST /api/slice-quote',
    'auth.token.not-slice': 'an extension token is not accepted on POST /api/slice-quote',
    'auth.session.slice': 'the session cookie is accepted on POST /api/slice-quote',
  }),

  ...requirements('Authentication', {
    'auth.key.mcp': 'an API key is accepted by the account tools of the agent endpoint',
    'mcp.auth.none-needed': 'the agent endpoint itself needs no authentication',
    'mcp.auth.unrecognised-key-is-anonymous':
      'a missing or unrecognised key is not a 401: the caller is anonymous',
    'mcp.auth.account-tool-without-key':
      'an account tool without a key is HTTP 200 with isError true and a sentence that points to the profile page',
    'mcp.auth.public-tools-anonymous': 'public tools work anonymously',
    'mcp.auth.origin-not-allowed': 'an Origin header that is not on the allowlist is 403',
    'mcp.auth.origin-missing': 'a missing Origin is accepted',
    'mcp.auth.no-oauth': 'OAuth is not supported',
  }),
]
