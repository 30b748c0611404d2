// Requirements of the decisions that settle what the service contract leaves open. Data only.
import { requirements } from './row.ts'

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
      'a charged order without a colour bills $0.20/g, and the message states this and the cost of a stock colour',
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
    'decision.sliced-diameter':
      'a stated diameter of 1.75 mm (1.65 to 1.85) or 2.85 mm (2.5 to 3.2) is what a sliced file is weighed and checked by; any other is 422',
    'decision.sliced-volume-only':
      'a sliced file that states only volume is weighed with the ordered density',
    'decision.sliced-no-usage': 'a sliced file that states no usage is 422',
    'decision.sliced-zero-usage': 'a sliced file whose usage is zero is 422',
    'decision.sliced-absurd-usage': 'a sliced file whose usage is absurd is 422',
    'decision.sliced-plates': 'a multi-plate .gcode.3mf bills the sum over its plates',
    'decision.volume-of-plastic':
      'bodies that overlap are billed once, cavities are empty, no volume exceeds the bounding box, and the response states when bodies overlap',
    'decision.supports.slice':
      'a quote measures what will be printed: the part as designed, turned, or with supports; without an estimate, by the printability check',
    'decision.supports.result':
      'measurement.supports of quote_print has decision, grams and print_hours, and the sentence names the supports',
    'decision.supports.note':
      'a formula price has no supports: the note of submit, cart, checkout and agent order states that the part is printed with them at no extra charge, or turned',
    'decision.supports.order': 'an order keeps what its quote or its submit decided',
    'decision.supports.plates':
      'plates are sliced as decided, unless an operator chooses the part as designed, with or without supports',
    'decision.supports.claim':
      'a claim of a model that is not sliced is compared with the part as designed, and states how it is to be printed',
    'decision.supports.plans': 'planned hours are those of what is printed, supports included',
    'decision.supports.check':
      'a check states what will be printed: its sentence and its recommendations agree with the decision',
  }),

  ...requirements('Operator changes (decision 26)', {
    'status.version-required': 'a change of status without a version is 428 and changes nothing',
    'status.refund-unsaid':
      'cancelling or rejecting a paid order without a word on the payment is 409 and names what can be refunded',
    'status.refund-repeated':
      'a repeat of a closing change with refund: "full" under the same Idempotency-Key gets the first response; another request under the key is 409',
    'status.refund-said':
      'refund full or none, or refundCents, closes the order and refunds exactly that amount, once',
    'status.unpaid-said':
      'an unpaid order takes ACCEPTED and what follows only with unpaid: true; CANCELLED and REJECTED without it',
    'status.unpaid-printed':
      'an unpaid order that was accepted can be queued, and a later payment is kept',
    'released-unpaid.no-payment':
      'an order that was released unpaid asks for no money: REST, its pages, the checkout that was open, agents, lists, support and mails',
    'released-unpaid.work':
      'it counts as work: it gets a ship date, can be queued and changed with others, and is part of backlog and lead time',
    'status.reopen-refunded':
      'a cancelled or rejected order that was refunded in full is set to a working status only with unpaid: true, by the API and the desk; the farm’s reports leave it closed',
    'status.unpaid-desk': 'the desk requires a checkbox before an unpaid order is printed',
  }),

  ...requirements('Decisions: Files', {
    'decision.3mf-sliced':
      'a .3mf with plate g-code inside is an already-sliced file, whatever its name',
    'decision.3mf-mesh':
      "a .3mf with a mesh is measured: all build items with their transforms, in the file's unit",
    'decision.3mf-neither': 'a .3mf with neither is 422',
    'decision.stl-millimeters': 'STL numbers are millimeters',
    'decision.glb-meters': 'GLB numbers are meters',
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
    'decision.visitor-files.expire':
      'a form without a script that names an expired file is 410, requests the file again and keeps the choices',
    'decision.visitor-files.removed':
      'files that only visitors without an account sent are removed after their time, never one that is in use',
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
      'the pay page queries the processor whether the order is paid before it opens a checkout',
    'decision.pay-page-opens-checkout': 'the pay page opens a checkout for an unpaid order',
    'decision.checkout-url': 'checkoutUrl is the first hosted checkout',
    'decision.read-fields':
      'the read returns code, status, statusLabel, paid, estimatedCost, currency, breakdown, material, quality, quantity, color, tracking, statusUrl, createdAt, updatedAt and, of a paid order, nothing else',
    'decision.read-breakdown': 'its breakdown has print, shipping, grams, printHours',
    'decision.tracking-fields': 'tracking is null or {carrier, number, url, shippedAt}',
    'decision.idempotency-replay':
      'the same Idempotency-Key and the same request return the first final response with Idempotent-Replayed: true',
    'decision.idempotency-other-request': 'the same key with another request is 409',
    'decision.idempotency-running': 'while the first is still running it is 409 with Retry-After',
    'decision.idempotency-length': 'a key has up to 255 characters',
    'decision.idempotency-per-account': 'equal keys of two accounts do not collide',
    'decision.idempotency-24-hours': 'a key is kept 24 hours',
    'decision.idempotency-optional': 'without the header two equal requests make two orders',
    'decision.unknown-charge-pending':
      'a charge with an unknown outcome leaves the order PENDING_PAYMENT with a message that states this',
    'decision.unknown-charge-not-repeated':
      'a charge with an unknown outcome is never repeated under another idempotency key',
    'decision.unknown-charge-reconciled': "a reconciler settles it from the processor's own record",
    'decision.operator-emails': 'operators are the accounts listed in OPERATOR_EMAILS',
    'decision.operator-endpoint':
      'POST /api/operator/orders/{code}/status sets status and tracking',
    'decision.operator-page': 'the operator page sets status and tracking',
    'decision.operator-only': 'anybody else is refused on both',
    'decision.order-message':
      'POST /api/operator/orders/{code}/messages mails the customer, and the message is kept with the order',
    'decision.support-attachment':
      'POST /api/support/attachments stores a file that a message can name',
  }),

  ...requirements('Decisions: Accounts', {
    'decision.key-get': 'GET returns {exists, prefix, createdAt}',
    'decision.key-post': 'POST returns {key, prefix, createdAt}',
    'decision.key-post-no-card': 'POST without a card on file is 402 {error}',
    'decision.key-delete': 'DELETE returns {ok:true}, also when there was none',
    'decision.token-post':
      'POST /api/account/extension-tokens {name} returns {id, token, prefix, name, createdAt}',
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
    'decision.auth.same-postgres': 'accounts are stored in the same Postgres',
    'decision.auth.code-limit': 'the code-send limit applies before it',
  }),

  ...requirements('Decisions: Extra paths', {
    'decision.healthz': '/healthz responds while the process is alive',
    'decision.readyz': '/readyz names database, storage, geometry and slicer, each on its own',
    'decision.readyz-down': '/readyz is not ready when the database is unreachable',
    'decision.openapi': '/openapi.json describes the endpoints',
    'decision.docs': '/docs is a page, and /docs/reference shows every endpoint',
  }),

  ...requirements('Decisions: Extra paths', {
    'decision.metrics': '/metrics responds in the Prometheus format',
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
      'POST /api/printability returns printability, printStatus, printDetail, printabilityScore, issues, recommendations',
    'decision.printability.received':
      'it also returns received: triangles, boundary and non-manifold edges, components, watertight and volume of the file before any repair',
    'decision.printability.repaired': 'and repaired: counts of what was repaired in a copy',
    'decision.printability.walls':
      'and minWallMm, measured or null above 10 mm, with the places, thickness and area of walls under 0.8 mm',
    'decision.printability.inputs': 'it accepts a multipart file or JSON {modelUrl}',
    'decision.printability.anonymous': 'it works anonymously and signed in',
  }),
  ...requirements('Decisions: Named-only endpoints', {
    'decision.retexture': 'POST /api/retexture {generationId, prompt} returns a generation result',
    'decision.retexture-credit': 'retexture costs 1 credit',
  }),
  ...requirements('Decisions: What is billed and what is printed', {
    'decision.hours-add-up':
      'the printing time of an order is its quantity times the time shown for a part',
    'decision.two-prices':
      'reference, llms.txt and README tell why an order and a quote of one file differ, with an example of real amounts',
  }),
  ...requirements('Decisions: What is billed and what is printed', {
    'decision.nothing-prints.order':
      'an order for a mesh that would print nothing is 422 with the reason, and nothing is charged',
    'decision.nothing-prints.upload': 'print-upload refuses such a mesh with the same words',
    'decision.nothing-prints.slice-quote':
      'a slice that the slicer refuses because nothing prints is 422 with the reason, any other refusal 502',
    'decision.nothing-prints.quote':
      'quote_print refuses such a mesh with the reason, and makes no quote of it',
    'decision.nothing-prints.printability':
      'printability and check_printability judge such a mesh as needs-redesign, 45, with the reason',
    'decision.nothing-prints.generation':
      'a generation of such a mesh is needs-redesign, 45, and has no printEstimate',
  }),
  ...requirements('Decisions: Named-only endpoints', {
    'decision.print-upload.session':
      'POST /api/print-upload needs a session or an API key; an extension token is 401',
    'decision.print-upload.api-key':
      'an API key uploads in either header, and its modelUrl can be quoted and ordered with the same key',
    'decision.print-upload.obj':
      'from an OBJ it makes, stores, returns and slices an STL, in mm by the units that were sent, and keeps the OBJ as well',
    'decision.obj-never-ordered':
      'an order or a quote of a stored OBJ is refused; an order with 415',
    'decision.proxy-uploads': 'model-proxy sends an upload under its own type and name',
    'decision.print-upload.files': 'it takes .stl, .obj, .3mf and .glb up to 100 MB',
    'decision.print-upload.row': 'it stores the model under the account with a row of mode upload',
    'decision.print-upload.answer':
      'it returns {generationId, modelUrl, fileName, bytes, dimensionsMm, volumeCm3}',
  }),
  ...requirements('Decisions: Money', {
    'decision.quote-omitted-colour':
      'a quote without a colour bills $0.20/g, and its note states this and the cost of a stock colour',
    'decision.declined-quote-spent': 'a declined card still spends the quote: the order exists',
    'decision.track-old-code': 'track_order looks up an 8-character code byte for byte',
  }),
  ...requirements('Decisions: MCP', {
    'decision.mcp-cache-fields':
      'modern tools/list and server/discover carry ttlMs and cacheScope, legacy ones do not',
    'decision.mcp-null':
      'an explicit null is treated as omitted, for params, arguments and single arguments',
    'decision.mcp-letter-case': 'closed lists of words are read in any letter case',
    'decision.mcp-json-block': 'content has a second text block with the JSON of structuredContent',
    'decision.mcp-foreign-text':
      'untrusted text in a sentence is quoted, on one line, at most 60 characters',
    'decision.mcp-refused-shape':
      'a used-up endpoint allowance returns initialize, server/discover and tools/list in their own shape plus the refusal',
  }),
  ...requirements('Decisions: Submitting, money, operators', {
    'decision.tracking-before-shipped':
      'tracking is null in every interface before SHIPPED, whatever was entered earlier',
    'decision.shipped-needs-tracking':
      'an operator sets SHIPPED only with tracking or with the explicit choice to ship without',
    'decision.stale-change-refused':
      'a change based on an older version is refused with what has changed since, and nothing is overwritten',
    'decision.closing-asks-once':
      'cancelling or rejecting a paid order requires one confirmation and offers the refund in the same step',
    'decision.delivered-asks-once':
      'on the desk DELIVERED before SHIPPED requires one confirmation that names the skipped steps',
    'decision.printed-asks-once':
      'on the desk PRINTED requires one confirmation while print jobs have fewer good parts than were ordered',
    'decision.shipped-asks-once':
      'on the desk SHIPPED requires one confirmation while print jobs have fewer good parts than were ordered',
    'decision.programs-not-asked': 'programs set all of them without a question',
    'decision.refund-endpoint':
      'POST /api/operator/orders/{code}/refund refunds a paid order in full or in part, never more than what is left',
    'decision.refund-idempotent': 'the same refund request is carried out once',
    'decision.refund-amount':
      'one refund request refunds at most its amount, whatever fails in between, and a repeat under its key requests only the missing part',
    'decision.refund-by-line':
      'a refund of parts of lines costs their share in whole cents, the last parts get the rest, and the postage goes with it by choice; it is shown with its parts',
    'decision.refund-returned':
      'a refund that the bank returns is reported to the customer, on the order page and to operators until one has resolved it',
    'decision.refund-unusable':
      'a second payment and one of a closed order are recorded, shown, refunded immediately and reported to the customer; a payment of a wrong amount waits for an operator',
    'decision.refund-settled':
      'a refund whose outcome is unknown is settled from the record of the processor, also after a crash',
    'decision.refund-shown':
      'a refund is shown on the order page, in its receipt, on the account page and to operators',
    'decision.refund-operators-only': 'callers can neither cancel nor refund',
  }),
  ...requirements('Decisions: Submitting, money, operators', {
    'decision.charge-told-apart':
      'a declined card, no card on file and a charge that is not settled are said in three different ways: over REST, in tools and on pages',
    'decision.charge-field':
      'create_print_order returns charge: charged, declined, not_made, no_card or settling',
    'decision.final-response-kept':
      'a response is kept under an Idempotency-Key only when it is final; a repeat while the charge is settling reads the order',
    'decision.charge-completed':
      'a repeat of an order whose charge never left makes that charge under the same processor key',
    'decision.settling-no-payment-url':
      'while the charge is settling, payment_url and paymentUrl are null',
  }),
  ...requirements('Decisions: Money', {
    'decision.print-estimate-colour': "printEstimate uses the material's rate",
  }),
  ...requirements('Decisions: Submitting, money, operators', {
    'decision.delivered-auto':
      'under engine auto the options steer the choice to an engine that honors them',
    'decision.delivered-words':
      "words that come with a picture reach every engine: one that reads only a picture gets it changed by the vendor's picture-editing model first",
    'decision.delivered-notes':
      'with a pinned engine the credit formula applies, and the result has notes that name the options that the engine did not apply',
    'decision.engine-table':
      'the table of engines, options, requests and notes is complete and published',
    'decision.node-env':
      'NODE_ENV is unset, development, test or production; anything else stops the start',
    'decision.production-parts':
      'production names at the start and in /readyz which optional parts run as samples or rules',
    'decision.generation-off': 'with GENERATION=off generation is refused and nothing is charged',
    'decision.pictures-moderated':
      'without a moderation server pictures are refused in production unless MODERATE_PICTURES=off',
  }),
  ...requirements('server/domain/accounts/README.md', {
    'accounts.next':
      'signing in leads back to the page that asked for it, and only to pages of ours',
    'accounts.next-kept': 'sign-up, code, forgotten password and wrong passwords keep that page',
    'accounts.form-errors':
      'a refused form keeps the entered text, marks the field, states the error next to it and focuses it',
    'accounts.common-passwords':
      'a common password and the address of the account are refused as passwords',
    'accounts.sign-up-same-words':
      'signing up with a known address gets the same response in the same time as with a new one',
    'accounts.same-tries': 'wrong codes are refused alike for every address',
    'accounts.code-digits': 'a code has eight digits',
    'accounts.known-device': 'others cannot lock out a device that signed in before',
    'accounts.known-device-codes': 'others cannot use up the codes of a known device',
    'accounts.known-device-reset':
      'a password reset forgets all devices except the one that made it',
    'accounts.factor-set-up':
      'a customer sets up a second factor with a QR code; backup codes are shown once',
    'accounts.factor-sign-in': 'signing in then requires a code, and leads back to the page',
    'accounts.factor-turn-off': 'the password turns it off, in a session that has passed it',
    'accounts.factor-reset': 'an operator resets the second factor of a customer',
    'accounts.orders-pages': 'the account lists all its orders, page by page, by state and text',
    'accounts.orders-csv': 'the account downloads its orders as CSV that no spreadsheet runs',
    'accounts.generations-pages': 'the account lists all its generations, page by page',
    'accounts.sweep-unproven': 'an account whose address was not confirmed is deleted after a day',
    'accounts.sweep-ended': 'ended sessions, codes and devices are removed',
  }),
  ...requirements('server/domain/limits/README.md', {
    'limits.own.sign-up-caller': 'the 21st sign-up of a client address in an hour is 429',
    'limits.own.code-caller': 'the 21st other code asked for by a client address in an hour is 429',
    'limits.own.sign-in-caller':
      'after 100 wrong passwords in 15 minutes, whatever the accounts, an address is 429 on unknown devices, by the API and the form; known devices and right passwords are not counted',
    'limits.own.code-tries-caller':
      'after 60 wrong codes in 15 minutes that confirm an address or set a password an address is 429, by the API and the forms; known devices and who is signed in go on',
    'limits.own.order-codes':
      'after 60 order codes in an hour that do not exist a client address sees no order page',
    'limits.own.order-codes-owner':
      'the owner who is signed in sees an order and pays it where the wrong codes are used up, and no other order',
    'limits.own.order-codes-seen':
      'a code that was right from an address before is right there when the wrong codes are used up',
    'limits.own.order-codes-further':
      'after 3000 more wrong codes in an hour an address opens no order without signing in',
    'limits.own.processor-pages':
      'saving cards, buying credits and gift cards, and checkouts are limited for each account, by the API and by pages',
    'limits.own.processor-busy':
      'an account without calls to the card processor gets 503 with the seconds to wait, and other accounts continue',
    'limits.own.open-orders': 'the 21st unpaid order of the website of an account is 429',
    'limits.own.open-purchases': 'the 21st unpaid purchase of an account in a day is 429',
    'limits.own.gift-guesses':
      'where the checks of gift cards are used up, a right code gets the same response as a wrong one, by every interface',
    'limits.own.bytes-once':
      'a repeat of a submit under its key stores nothing, so it neither uses bytes nor is refused for them',
    'limits.own.visitor-bytes':
      'a visitor stores 256 MB an hour from an address, in files of at most 25 MB; who is signed in may send 100 MB',
    'limits.own.account-bytes':
      'an account without a card stores 1024 MB an hour, by uploads, baskets and orders of extension tokens',
    'limits.own.padding':
      'a file that is mostly something else than its model is refused by every interface',
    'limits.own.payment-codes':
      'wrong codes on the order pages do not block payments; after 60 wrong codes of payments in an hour an address opens none',
  }),
  ...requirements('Decisions: Submitting, money, operators', {
    'decision.ignored-fields':
      'an unknown form field is listed in the response as ignored, a key that is absent if there is none',
    'decision.misspelled-field':
      'a name that is one or two letters away from a known one is 400 and names the known one',
    'decision.misspelled-field-first': 'it is refused before anything is stored or charged',
    'orders.wait':
      'a read with wait comes with the change of status, charge or tracking, or with the end of the time',
    'orders.states':
      'POST /api/print/orders/status has the state of up to 100 orders of the account, and lists other codes as unknown',
    'orders.reference':
      'an order stores the caller’s reference, up to 64 characters, however it is placed; every read, list, slip and export of it has it',
    'price.model.as-submit':
      'with a key, /api/price of a modelUrl is what a submit with the same options is charged, with its note, adjusted and ignored',
    'price.model.refusals': 'it refuses what a submit refuses, in the same order and words',
    'price.model.without-key':
      'without a key, and for every body with a box, /api/price follows the contract',
    'orders.dry-run':
      'dryRun returns a preview of a submit, and stores, orders and charges nothing and uses no Idempotency-Key',
    'orders.max-total':
      'an order that costs more than its maxTotal is 402, before anything is stored or charged',
    'orders.unpaid-ends':
      'an unpaid order of the API is cancelled 30 days after it was placed, and its pages say so',
    'orders.guest-pays':
      'who pays by the public page without the owner’s session pays without the customer of the owner',
    'accounts.deleted':
      'an account is deleted by its owner with sign-in, card, customer and models; its orders and amounts stay',
    'accounts.own-requests':
      'an account sees the calls of its key and tokens, over REST and of tools: endpoint, outcome, request id, and nothing that was sent',
    'accounts.own-requests.filter': 'they are found by outcome, error code and request id',
    'accounts.own-requests.bounded':
      'they wait in bounded memory; what finds no room there is counted and dropped, and closed accounts get no row',
    'accounts.own-requests.kept':
      'they are kept for 7 days, are in the export of the account and go with it',
    'accounts.exported':
      'the owner of an account downloads what is kept about it, and nothing of others',
    'accounts.retention':
      'the personal data of a closed order is removed after the retention; its amounts stay',
    'accounts.customer-replaced':
      'an account whose customer the processor does not have any more goes on with a new one by every interface',
  }),
]
