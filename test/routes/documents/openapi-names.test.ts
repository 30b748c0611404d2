// Names in generated clients: components and operation ids of the document.
import { expect, test } from 'bun:test'
import { operations, published } from '../../../testing/service/api-document.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Yields every nested object with its path. */
function* nodesOf(value: unknown, place = ''): Generator<readonly [string, Node]> {
  if (!isNode(value)) return
  yield [place, value]
  for (const [key, inner] of Object.entries(value)) {
    // Examples may have any structure.
    if (key !== 'example' && key !== 'examples') yield* nodesOf(inner, `${place}/${key}`)
  }
}

const nodes = [...nodesOf({ paths: published.paths, components: published.components })]

test('every reference resolves', () => {
  const places = new Set(nodes.map(([place]) => `#${place}`))
  const references = nodes.flatMap(([, node]) =>
    typeof node['$ref'] === 'string' ? [node['$ref']] : [],
  )
  expect(references.length).toBeGreaterThan(200)
  expect(references.filter((reference) => !places.has(reference))).toEqual([])
})

verifies('http.document-names', () => {
  const anonymous = new Map<string, string[]>()
  for (const [place, node] of nodes) {
    if (/^\/components\/schemas\/\w+$/.test(place) || !isNode(node['properties'])) continue
    if (Object.keys(node['properties']).length === 0) continue
    const text = JSON.stringify(node)
    anonymous.set(text, [...(anonymous.get(text) ?? []), place])
  }
  expect([...anonymous.values()].filter((places) => places.length > 1)).toEqual([])
  const unnamed = nodes.filter(
    ([place, node]) =>
      /\/content\/(application~?1?\/json|multipart\/form-data)$/.test(place) &&
      isNode(node['schema']) &&
      typeof node['schema']['$ref'] !== 'string',
  )
  expect(unnamed.map(([place]) => place)).toEqual([])
  expect(customerIds()).toEqual(ids)
})

const customerTags = ['Orders', 'Price', 'Website', 'Slicing', 'Generation', 'Agents', 'Account']
const customerIds = () =>
  Object.fromEntries(
    [...operations]
      .filter(([, { tags }]) => tags.some((tag) => customerTags.includes(tag)))
      .map(([name, { operationId }]) => [name, operationId]),
  )

/** Generated clients have methods of these names, so an id never changes. */
const ids = {
  'POST /api/print/orders': 'submitPrintOrder',
  'GET /api/print/orders/{code}': 'readPrintOrder',
  'POST /api/print/orders/status': 'readOrderStates',
  'GET /api/print/orders/{code}/invoice': 'readInvoice',
  'POST /api/price': 'estimatePrice',
  'POST /api/cart-reprice': 'repriceCart',
  'POST /api/checkout': 'checkOut',
  'POST /api/gift-cards/purchase': 'buyGiftCard',
  'POST /api/gift-cards/check': 'checkGiftCard',
  'POST /api/agent/order': 'draftOrder',
  'POST /api/support': 'askSupport',
  'POST /api/agent/support': 'askSupportAsAgent',
  'POST /api/generate': 'generateModel',
  'POST /api/generate/start': 'startGeneration',
  'POST /api/generations/{id}/cancel': 'cancelGeneration',
  'GET /api/drafts/{id}': 'readDraftSet',
  'GET /api/generate/status': 'readGenerationJob',
  'GET /api/generations': 'listGenerations',
  'GET /api/generate/active': 'readActiveGeneration',
  'GET /api/model-proxy': 'downloadModel',
  'GET /models/{id}/file': 'downloadModelFile',
  'POST /api/models/{id}/change': 'changeModel',
  'POST /api/retexture': 'retextureModel',
  'POST /api/gallery': 'publishModel',
  'DELETE /api/gallery/{id}': 'withdrawModel',
  'DELETE /api/generations/{id}': 'deleteGeneration',
  'DELETE /api/images': 'deleteImage',
  'POST /api/print-upload': 'uploadModel',
  'POST /api/print-upload/sign': 'signUpload',
  'POST /api/print-upload/complete': 'completeUpload',
  'POST /api/model-import': 'importModel',
  'POST /api/detect-colors': 'detectColors',
  'POST /api/images/generate': 'generateImage',
  'POST /api/images/edit': 'editImage',
  'POST /api/slice-quote': 'sliceModel',
  'POST /api/printability': 'checkPrintability',
  'POST /api/mcp': 'callAgentEndpoint',
  'GET /api/account/api-key': 'readApiKey',
  'POST /api/account/api-key': 'issueApiKey',
  'DELETE /api/account/api-key': 'revokeApiKey',
  'DELETE /api/account/card': 'removeCard',
  'GET /api/account/extension-tokens': 'listExtensionTokens',
  'POST /api/account/delete': 'deleteAccount',
  'POST /api/account/extension-tokens': 'createExtensionToken',
  'DELETE /api/account/extension-tokens/{id}': 'revokeExtensionToken',
  'GET /api/account/requests': 'listOwnRequests',
  'GET /api/account/spending-limits': 'readSpendingLimits',
  'PUT /api/account/spending-limits': 'setSpendingLimits',
  'GET /api/account/buyer': 'readBuyerDefaults',
  'PUT /api/account/buyer': 'setBuyerDefaults',
  'GET /api/account/logo': 'readLogo',
  'PUT /api/account/logo': 'setLogo',
  'DELETE /api/account/logo': 'removeLogo',
  'POST /api/account/card': 'saveCard',
  'POST /api/account/credits': 'buyCredits',
}

// lab/foreign runs the generators themselves; these constructs made them omit something or fail to compile.
test('the document contains nothing that client generators cannot read', () => {
  const schemas = nodes.filter(([place]) => !/\/(responses|parameters|headers)\/[^/]+$/.test(place))
  const places = (isTrap: (node: Node, place: string) => boolean) =>
    schemas.filter(([place, node]) => isTrap(node, place)).map(([place]) => place)
  const isText = (one: unknown) => typeof one === 'string'
  expect({
    listsOfNumbers: places(({ enum: list }) => Array.isArray(list) && !list.every(isText)),
    onlyNull: places(({ type }, place) => type === 'null' && !/\/anyOf\/\d+$/.test(place)),
    untypedConstants: places(
      ({ const: only, type }) => only !== undefined && !isNode(only) && type === undefined,
    ),
    constantsInOpenObjects: places(
      ({ additionalProperties: open, properties }) =>
        open === true && JSON.stringify(properties ?? {}).includes('"const"'),
    ),
  }).toEqual({
    listsOfNumbers: [],
    onlyNull: [],
    untypedConstants: [],
    constantsInOpenObjects: [],
  })
  const generated = [...operations.values()].map(
    ({ operationId: id }) => `${id.charAt(0).toUpperCase()}${id.slice(1)}Response`,
  )
  expect(generated.filter((name) => name in published.components.schemas)).toEqual([])
})

test('every operation describes its refusals', () => {
  const silent = [...operations].filter(
    ([, { responses }]) => !Object.keys(responses).some((status) => status.startsWith('4')),
  )
  expect(silent.map(([name]) => name)).toEqual([])
})

test('a server with headers that are too large refuses without a body', async () => {
  const { baseUrl } = service
  const headers = { 'x-filler': 'x'.repeat(20_000) }
  const response = await fetch(`${baseUrl}/healthz`, { headers })
  expect([response.status, await response.text()]).toEqual([431, ''])
})

test('closed lists of words are closed in the bodies of requests', () => {
  const enums = {
    Material: ['pla', 'petg', 'abs', 'asa', 'tpu'],
    Quality: ['standard', 'premium'],
    NozzleFlow: ['standard', 'high'],
    LengthUnit: ['mm', 'cm', 'm', 'in'],
    GenerationMode: ['fast_draft', 'hi_fi'],
    InputMode: ['text', 'image', 'image_text', 'multiview'],
  }
  const { schemas } = published.components
  for (const [name, words] of Object.entries(enums)) {
    expect([name, schemas[name]?.enum]).toEqual([name, words])
  }
  expect(schemas['NozzleDiameter']).toMatchObject({
    type: 'number',
    minimum: 0.2,
    maximum: 0.8,
    'x-values': [0.2, 0.4, 0.6, 0.8],
  })
  const uses = (schema: string, field: string) =>
    JSON.stringify(schemas[schema]?.properties?.[field])
  for (const schema of ['SubmitPrintOrderRequest', 'EstimatePriceRequest', 'CartItem']) {
    expect(uses(schema, 'material')).toContain('#/components/schemas/Material')
    expect(uses(schema, 'quality')).toContain('#/components/schemas/Quality')
  }
  const required = ['recipientName', 'street1', 'city', 'state', 'zip']
  expect(schemas['SubmitPrintOrderRequest']?.required).toEqual(required)
  expect(schemas['ShippingAddress']?.required).toEqual(required)
})
