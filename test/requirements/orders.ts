// Requirements of the print order over REST: submit, response, read, errors. Data only.
import { requirements } from './row.ts'

export const orders = [
  ...requirements('What the service does', {
    'orders.flow.charged-in-the-submit-request':
      'one submit request measures the model, prices it, charges the saved card, queues the print and returns an order code',
    'orders.flow.polled-until-tracking':
      'polling the order with the key goes from tracking null to a filled tracking object once it ships',
    'orders.absent.sandbox': 'no sandbox: a key with any other prefix than svc_live_ is not a key',
    'orders.absent.cancel-or-edit':
      'an order cannot be cancelled or edited by its owner: no DELETE, PUT or PATCH on an order',
    'orders.absent.list':
      'there is no endpoint that lists orders: GET /api/print/orders is not served',
    'orders.absent.oauth':
      'there is no OAuth: no authorization-server metadata and no token endpoint',
    'orders.identity.code-only':
      'the order code is the only identifier of an order in any response',
  }),

  ...requirements('Print order (REST)', {
    'orders.answer.code':
      'code is SVC- and six uppercase characters from an alphabet without 0, 1, I, L, O',
    'orders.answer.estimated-cost':
      'estimatedCost is print plus postage in USD, rounded to the cent, and is the amount charged',
    'orders.answer.currency': 'currency is always USD',
    'orders.answer.breakdown-print':
      'breakdown.print is weight x rate x quality factor x quantity after bulk discount and per-part minimum, before postage',
    'orders.answer.breakdown-shipping':
      'breakdown.shipping is 7 or 0 for a US address and 30 or 0 for any other',
    'orders.answer.breakdown-grams':
      'breakdown.grams is the billable weight, rounded up to whole grams',
    'orders.answer.breakdown-print-hours': 'breakdown.printHours is the estimated machine hours',
    'orders.answer.print-hours-informational':
      'for a mesh, the machine hours do not change the price',
    'orders.answer.status-url': 'statusUrl is a page for people that opens without a login',
    'orders.answer.api-status-url': 'apiStatusUrl is a URL that returns the order to the key',
    'orders.answer.status': 'status is RECEIVED when charged and PENDING_PAYMENT when not charged',
    'orders.answer.paid': 'paid states whether money has been taken',
    'orders.answer.charged-only-when-paid':
      'charged is the amount taken and is present only when paid',
    'orders.answer.payment-url-null-when-paid': 'paymentUrl is null when paid',
    'orders.answer.payment-url-when-unpaid':
      'paymentUrl is the payment page of the service for an unpaid order',
    'orders.answer.payment-url-null-without-link':
      'paymentUrl is null when the processor returned no link',
    'orders.answer.checkout-url-absent-when-charged': 'checkoutUrl is absent when charged',
    'orders.answer.checkout-url-when-unpaid':
      'checkoutUrl is the hosted payment page, present on the unpaid branch',
    'orders.answer.checkout-url-null-without-link':
      'checkoutUrl is present and null on the unpaid branch when the processor returned no link',
    'orders.answer.message': 'message is one sentence',
    'orders.answer.message-quotes-decline':
      'on the unpaid branch message quotes the decline reason verbatim',
    'orders.stored.inputs':
      'the order keeps material, quality, quantity, color, infill, nozzleDiameter, nozzleFlow, layerHeight, note, recipient and address fields, email and phone',
    'orders.stored.color-default':
      'an order without a color keeps and returns the literal string Default',
  }),

  ...requirements('POST /api/print/orders', {
    'orders.submit.multipart-only': 'a JSON body is 400: the body must be multipart/form-data',
    'orders.submit.file-or-model-url': 'either a file part or a modelUrl field is enough',
    'orders.submit.file-wins': 'a file part wins when both file and modelUrl are sent',
    'orders.submit.created-paid': 'a charged order is 201',
    'orders.submit.created-unpaid': 'an order whose charge failed is 201 too',
    'orders.submit.file-stl': 'a .stl file is accepted',
    'orders.submit.file-glb': 'a .glb file is accepted',
    'orders.submit.file-gcode': 'a .gcode file is accepted',
    'orders.submit.file-3mf': 'a .3mf file is accepted',
    'orders.submit.file-gcode-3mf': 'a .gcode.3mf file is accepted and treated as 3mf',
    'orders.submit.file-obj-refused': 'an .obj file is 415',
    'orders.submit.file-other-refused': 'any other extension, or none, is 415',
    'orders.submit.file-100-mb':
      'a file of exactly 100 MB passes the size check, one byte more does not',
    'orders.submit.file-empty': 'an empty file part is 400',
    'orders.submit.model-url-owned':
      'modelUrl accepts a gs:// URI of a model that the service holds for the calling account',
    'orders.submit.model-url-managed': 'modelUrl outside managed storage is 400',
    'orders.submit.model-url-foreign': "another account's modelUrl is 403",
    'orders.submit.material-default': 'material is pla when omitted',
    'orders.submit.material-case': 'material is case-insensitive',
    'orders.submit.material-values':
      'pla, petg, abs, asa and tpu are accepted, anything else is 400',
    'orders.submit.quality-default': 'quality is standard when omitted',
    'orders.submit.quality-values': 'standard and premium are accepted, anything else is 400',
    'orders.submit.quality-price-only':
      'quality changes the price and not the layer height or the print hours',
    'orders.submit.quantity-default': 'quantity is 1 when omitted',
    'orders.submit.quantity-clamped': 'quantity is clamped to 1-50: 200 becomes 50',
    'orders.submit.quantity-not-a-number': 'a quantity of 0 or of no number becomes 1',
    'orders.submit.color-stock-name':
      'a stock colour name, in any case, bills at the material rate',
    'orders.submit.color-stock-hex': 'the hex value of a stock spool bills at the material rate',
    'orders.submit.color-off-stock': 'an off-stock colour bills at $0.20 per gram',
    'orders.submit.color-omitted': 'an omitted colour bills at $0.20 per gram',
    'orders.submit.infill-default': 'infill is 20 when omitted',
    'orders.submit.infill-clamped': 'infill is clamped to 10-100',
    'orders.submit.infill-sliced':
      'infill is ignored and recorded as 100 for an already-sliced file',
    'orders.submit.nozzle-default': 'nozzleDiameter is 0.4 when omitted',
    'orders.submit.nozzle-values': 'nozzleDiameter 0.2, 0.4, 0.6 and 0.8 are kept',
    'orders.submit.nozzle-other': 'any other nozzleDiameter silently becomes 0.4',
    'orders.submit.flow-default': 'nozzleFlow is standard when omitted',
    'orders.submit.flow-high': 'nozzleFlow high multiplies the modelled throughput by 1.6',
    'orders.submit.flow-other': 'any other nozzleFlow is read as standard',
    'orders.submit.layer-default': 'layerHeight is 0.2 when omitted',
    'orders.submit.layer-clamped':
      'layerHeight is clamped to 20-75% of the nozzle diameter: 0.08-0.30 on a 0.4 nozzle',
    'orders.submit.note-truncated': 'note is silently cut to 1000 characters',
    'orders.submit.recipient-required': 'recipientName is required',
    'orders.submit.recipient-alias': 'name is an alias of recipientName',
    'orders.submit.street1-required': 'street1 is required',
    'orders.submit.street1-alias': 'address1 is an alias of street1',
    'orders.submit.street2-null': 'street2 is optional and kept as null when empty',
    'orders.submit.street2-alias': 'address2 is an alias of street2',
    'orders.submit.city-required': 'city is required',
    'orders.submit.state-required': 'state is required',
    'orders.submit.state-any': 'state is not checked against a list',
    'orders.submit.zip-required': 'zip is required',
    'orders.submit.zip-alias': 'postalCode is an alias of zip',
    'orders.submit.zip-any': 'zip is not checked for a format',
    'orders.submit.country-default': 'country is US when omitted',
    'orders.submit.country-uppercased': 'country is uppercased before it is checked and kept',
    'orders.submit.country-listed':
      'US, CA, GB, AU, DE, FR, IN, NL, IE, NZ, SE, IT, ES and MX are accepted',
    'orders.submit.country-not-listed': 'any other country is 400',
    'orders.submit.email-default': "email is the account's address when omitted",
    'orders.submit.email-lowercased': 'email is lowercased',
    'orders.submit.email-recipient': 'the confirmation goes to the email of the order',
    'orders.submit.phone': 'phone is stored as sent',
    'orders.submit.first-problem-only': 'validation stops at the first problem',
    'orders.submit.order.file-before-shipping':
      'a file problem is named before missing shipping fields',
    'orders.submit.order.shipping-before-country':
      'missing shipping fields are named before a bad country',
    'orders.submit.order.country-before-material': 'a bad country is named before a bad material',
    'orders.submit.order.material-before-quality': 'a bad material is named before a bad quality',
    'orders.submit.order.quality-before-extension':
      'a bad quality is named before a bad file extension',
    'orders.submit.order.extension-before-storage':
      'a bad file extension is named before a storage failure, and nothing is stored',
    'orders.submit.order.storage-before-analysis':
      'a storage failure is named before an unreadable or oversized mesh',
  }),

  ...requirements('Errors: REST envelope', {
    'orders.errors.envelope': 'a failure is a JSON object with the single key error',
  }),

  ...requirements('Errors: POST /api/print/orders', {
    'orders.submit.error.no-credential':
      '401 Invalid or missing API key. Generate one on your profile. (no or unrecognised credential)',
    'orders.submit.error.not-multipart': "400 Expected multipart/form-data with a 'file' field.",
    'orders.submit.error.empty-file': '400 The file is empty.',
    'orders.submit.error.too-large': '413 File too large (max 100MB).',
    'orders.submit.error.no-file': '400 No file provided. (neither file nor modelUrl)',
    'orders.submit.error.model-url-not-managed':
      '400 modelUrl must be a model stored by the service.',
    'orders.submit.error.model-url-foreign': '403 That model does not belong to this account.',
    'orders.submit.error.model-unreadable':
      '404 Could not read that model. (the stored object cannot be fetched)',
    'orders.submit.error.shipping-fields':
      '400 Missing required shipping fields: ... for empty recipientName, street1, city, state or zip, naming them',
    'orders.submit.error.country': "400 We don't currently ship to XX.",
    'orders.submit.error.material': '400 Invalid material. One of: pla, petg, abs, asa, tpu',
    'orders.submit.error.quality': '400 Invalid quality. One of: standard, premium',
    'orders.submit.error.extension':
      '415 Unsupported file. Send an STL or GLB model, or an already-sliced .gcode / .gcode.3mf.',
    'orders.submit.error.storage': '502 Could not store the file. Try again.',
    'orders.submit.error.unreadable-mesh':
      "422 We couldn't read a printable mesh from that file. ... and the message names the problem",
    'orders.submit.error.does-not-fit':
      '422 This model is WxDxHmm — larger than the 340x320x340mm build volume. ...',
    'orders.submit.error.minimum': '400 Order total is below the $0.50 minimum.',
    'orders.submit.unpaid.not-an-error':
      'a card failure is 201 with status PENDING_PAYMENT and paid false, not an error',
    'orders.submit.unpaid.no-card': 'without a saved card the reason is: No card on file',
    'orders.submit.unpaid.requires-action':
      'when the card wants 3-D Secure the reason is: Payment requires_action, and the payment link is the way to pay',
    'orders.submit.unpaid.verbatim': "any other reason is the processor's own text, verbatim",
  }),

  ...requirements('GET /api/print/orders/{code}', {
    'orders.read.fields': 'the response contains status, statusLabel, paid, the price and tracking',
    'orders.read.tracking-null': 'tracking is null until the order ships',
    'orders.read.tracking-shipped': 'tracking is an object once the order has shipped',
    'orders.read.unknown': 'an unknown code is 404',
    'orders.read.foreign':
      "another account's order is 404, with the same response as an unknown code",
    'orders.read.case-sensitive': 'a lowercased code is 404',
    'orders.read.after-shipping': 'an order can still be read after it has shipped',
    'orders.read.no-limit': 'reading an order is not rate-limited',
    'orders.read.unauthorized': 'a missing or invalid key is 401',
  }),
]
