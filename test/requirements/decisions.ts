// Requirements of the decisions that settle what the service contract leaves open. Data only.
import { requirements } from './row'

export const decisions = [
  ...requirements('Decisions: Money', {
    'decision.exact-money': 'print is computed exactly and rounded once, half up, to the cent',
    'decision.estimated-cost': 'estimatedCost is print + shipping, to the cent',
    'decision.weight-formula':
      'mesh weight per part is ceil(volumeCm3 x (0.30 + 0.70 x infill/100) x density)',
    'decision.weight-at-least-one': 'a part weighs at least 1 g',
    'decision.weight-noise': 'a weight within 1e-6 g of a whole gram counts as that gram',
    'decision.per-part': 'breakdown.grams and breakdown.printHours are per part',
    'decision.minimum-after-discount': 'no part bills under $1.00, also after the bulk discount',
    'decision.charged-omitted-colour':
      'a charged order without a colour bills $0.20/g, and the message says so and what a stock colour would cost',
    'decision.estimate-omitted-colour':
      "an estimate without a colour uses the material's rate with customColor false",
    'decision.estimate-off-palette':
      'an estimate with an off-palette colour has customColor true at $0.20/g',
    'decision.colour-hex': 'a stock colour matches its hex with or without #, in 3 or 6 digits',
    'decision.throughput':
      'modelled throughput is 16 cm3/h x (nozzle/0.4) x (layerHeight/0.2) x (1.6 if flow is high)',
    'decision.print-hours': 'printHours is grams / (density x throughput), with two decimals',
    'decision.sliced-hours': "printHours of an already-sliced file is the slicer's own hours",
    'decision.sliced-overtime-base':
      'overtime is measured against grams / (density x 16), whatever nozzle, layer and flow were sent',
    'decision.sliced-length-only':
      'a sliced file that states only length is weighed with the ordered density, 1.75 mm unless it states a diameter',
    'decision.sliced-volume-only':
      'a sliced file that states only volume is weighed with the ordered density',
    'decision.sliced-no-usage': 'a sliced file that states no usage is 422',
    'decision.sliced-zero-usage': 'a sliced file whose usage is zero is 422',
    'decision.sliced-absurd-usage': 'a sliced file whose usage is absurd is 422',
    'decision.sliced-plates': 'a multi-plate .gcode.3mf bills the sum over its plates',
  }),

  ...requirements('Decisions: Files', {
    'decision.3mf-sliced':
      'a .3mf with plate g-code inside is an already-sliced file, whatever its name',
    'decision.3mf-mesh':
      "a .3mf with a mesh is measured: all build items with their transforms, in the file's unit",
    'decision.3mf-neither': 'a .3mf with neither is 422',
    'decision.stl-millimetres': 'STL numbers are millimetres',
    'decision.glb-metres': 'GLB numbers are metres',
    'decision.units-override': 'a units field of mm, cm, m or in overrides both',
    'decision.units-invalid': '400 Invalid units. One of: mm, cm, m, in',
    'decision.units-stored': 'units is stored with the order',
    'decision.glb-too-large-names-unit': 'the 422 for a GLB that is too large names the unit used',
    'decision.mesh-no-triangles': 'a mesh without triangles is 422 with the reason',
    'decision.mesh-non-finite': 'a mesh with non-finite coordinates is 422 with the reason',
    'decision.mesh-zero-volume': 'a mesh without volume is 422 with the reason',
    'decision.mesh-degenerate': 'a mesh of nothing but degenerate triangles is 422 with the reason',
    'decision.farm-gets-original': "what the farm receives is the caller's original file",
    'decision.content-addressed': 'a stored object is addressed by its SHA-256',
    'decision.measured-once': 'the same bytes are never measured twice',
  }),

  ...requirements('Decisions: Orders', {
    'decision.code-alphabet': 'codes use ABCDEFGHJKMNPQRSTUVWXYZ23456789 and nothing else',
    'decision.code-uniform': 'each character is uniform over that alphabet',
    'decision.code-unique': 'a code is unique in the database: a collision gets another code',
    'decision.code-byte-for-byte':
      'a code is looked up as it was sent, byte for byte, whatever its form',
    'decision.status-url': 'statusUrl is {base}/orders/{code}',
    'decision.status-page-no-address': 'the status page needs no login and shows no address',
    'decision.payment-url': 'paymentUrl is {base}/orders/{code}/pay',
    'decision.pay-page-asks-first':
      'the pay page asks the processor whether the order is paid before it opens a checkout',
    'decision.pay-page-opens-checkout': 'the pay page opens a checkout for an unpaid order',
    'decision.checkout-url': 'checkoutUrl is the first hosted checkout',
    'decision.read-fields':
      'the read answers code, status, statusLabel, paid, charge, message, paymentUrl, estimatedCost, currency, breakdown, material, quality, quantity, color, tracking, statusUrl, createdAt, updatedAt and nothing else',
    'decision.read-breakdown': 'its breakdown has print, shipping, grams, printHours',
    'decision.tracking-fields': 'tracking is null or {carrier, number, url, shippedAt}',
    'decision.idempotency-replay':
      'the same Idempotency-Key and the same request answer the first answer with Idempotent-Replayed: true',
    'decision.idempotency-other-request': 'the same key with another request is 409',
    'decision.idempotency-running': 'while the first is still running it is 409 with Retry-After',
    'decision.idempotency-length': 'a key has up to 255 characters',
    'decision.idempotency-per-account': 'keys of two accounts do not meet',
    'decision.idempotency-24-hours': 'a key is kept 24 hours',
    'decision.idempotency-optional': 'without the header two equal requests make two orders',
    'decision.unknown-charge-pending':
      'a charge with an unknown outcome leaves the order PENDING_PAYMENT with a message that says so',
    'decision.unknown-charge-not-repeated':
      'a charge with an unknown outcome is never repeated under another idempotency key',
    'decision.unknown-charge-reconciled': "a reconciler settles it from the processor's own record",
    'decision.operator-emails': 'operators are the accounts listed in OPERATOR_EMAILS',
    'decision.operator-endpoint':
      'POST /api/operator/orders/{code}/status sets status and tracking',
    'decision.operator-page': 'the operator page sets status and tracking',
    'decision.operator-only': 'anybody else is refused on both',
  }),

  ...requirements('Decisions: Accounts', {
    'decision.key-get': 'GET answers {exists, prefix, createdAt}',
    'decision.key-post': 'POST answers {key, prefix, createdAt}',
    'decision.key-post-no-card': 'POST without a card on file is 402 {error}',
    'decision.key-delete': 'DELETE answers {ok:true}, also when there was none',
    'decision.token-post':
      'POST /api/account/extension-tokens {name} answers {id, token, prefix, name, createdAt}',
    'decision.token-get': 'GET lists the tokens without secrets',
    'decision.token-delete': 'DELETE /{id} revokes one token',
    'decision.token-foreign': "another account's token cannot be revoked",
    'decision.secret-form': 'a secret is 24 random bytes in hex behind its prefix',
    'decision.secret-hash': 'a secret is stored as SHA-256 only',
    'decision.auth.sign-up': 'signing up under /api/auth makes an account',
    'decision.auth.sign-in': 'signing in under /api/auth sets the session cookie',
    'decision.auth.wrong-password': 'a wrong password does not sign in',
    'decision.auth.code-by-email': 'a code is sent by email and signs in or verifies',
    'decision.auth.reset': 'a password can be reset through the email code',
    'decision.auth.same-postgres': 'accounts live in the same Postgres',
    'decision.auth.code-limit': 'the code-send limit stands in front of it',
  }),

  ...requirements('Decisions: Extra paths', {
    'decision.healthz': '/healthz answers while the process lives',
    'decision.readyz': '/readyz names database, storage, geometry and slicer, each on its own',
    'decision.readyz-down': '/readyz is not ready when the database is unreachable',
    'decision.openapi': '/openapi.json describes the endpoints',
    'decision.docs': '/docs is a page',
  }),

  ...requirements('Decisions: Extra paths', {
    'decision.metrics': '/metrics answers in the Prometheus format',
  }),
  ...requirements('Decisions: Extra paths', {
    'decision.llms-txt': '/llms.txt describes the service',
  }),
  ...requirements('Decisions: Files', {
    'decision.open-mesh': 'an open mesh is measured after weld, winding fix and hole filling',
  }),
  ...requirements('Decisions: Files', {
    'decision.no-caller-file-to-slicer':
      "a caller's 3MF, ini or g-code is never handed to a slicer",
    'decision.sliced-once': 'the same bytes are never sliced twice',
  }),
  ...requirements('Decisions: Named-only endpoints', {
    'decision.printability.answer':
      'POST /api/printability answers printability, printStatus, printDetail, printabilityScore, issues, recommendations',
    'decision.printability.inputs': 'it takes multipart file or JSON {modelUrl}',
    'decision.printability.anonymous': 'it works anonymously and signed in',
  }),
  ...requirements('Decisions: Named-only endpoints', {
    'decision.retexture': 'POST /api/retexture {generationId, prompt} answers a generation result',
    'decision.retexture-credit': 'retexture costs 1 credit',
  }),
  ...requirements('Decisions: Named-only endpoints', {
    'decision.print-upload.session': 'POST /api/print-upload needs a session',
    'decision.print-upload.files': 'it takes .stl, .obj, .3mf and .glb up to 100 MB',
    'decision.print-upload.row': 'it stores the model under the account with a row of mode upload',
    'decision.print-upload.answer':
      'it answers {generationId, modelUrl, fileName, bytes, dimensionsMm, volumeCm3}',
  }),
  ...requirements('Decisions: Money', {
    'decision.quote-omitted-colour':
      'a quote without a colour bills $0.20/g, and its note says so and what a stock colour would cost',
    'decision.declined-quote-spent': 'a declined card still spends the quote: the order exists',
    'decision.track-old-code': 'track_order looks up an 8-character code byte for byte',
  }),
  ...requirements('Decisions: MCP', {
    'decision.mcp-cache-fields':
      'modern tools/list and server/discover carry ttlMs and cacheScope, legacy ones do not',
  }),
  ...requirements('Decisions: Submitting, money, operators', {
    'decision.charge-told-apart':
      'a declined card, no card on file and a charge that is not settled are said in three different ways: over REST, in tools and on pages',
    'decision.charge-field':
      'create_print_order returns charge: charged, declined, no_card or settling',
    'decision.settling-no-payment-url':
      'while the charge is settling, payment_url and paymentUrl are null',
  }),
  ...requirements('Decisions: Money', {
    'decision.print-estimate-colour': "printEstimate uses the material's rate",
  }),
]
