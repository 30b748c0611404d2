// The other formats of the document: OpenAPI 3.0 and YAML. .ci/lint-openapi.sh validates both with third-party
// programs.
import { expect, test } from 'bun:test'
import { useService } from '../../../testing/use.ts'

const service = useService()

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

const read = async (path: string) => await (await service.fetch(path)).text()

test('/openapi-3.0.json has every operation and no keyword of 3.1', async () => {
  const document = JSON.parse(await read('/openapi.json'))
  const twin = JSON.parse(await read('/openapi-3.0.json'))
  expect(twin.openapi).toBe('3.0.3')
  expect(operationIds(twin)).toEqual(operationIds(document))
  const found = keywords({ paths: twin.paths, components: twin.components })
  expect(found).toEqual([])
})

test('/openapi-3.0.json states nullable values, exclusive bounds, and keywords next to a reference', async () => {
  const { components } = JSON.parse(await read('/openapi-3.0.json'))
  const { schemas } = components
  expect(schemas.SignedUp.properties.token).toMatchObject({ type: 'string', nullable: true })
  expect(schemas.BoundingBox.properties.x).toMatchObject({ minimum: 0, exclusiveMinimum: true })
  expect(schemas.SubmitPrintOrderRequest.properties.material).toMatchObject({
    allOf: [{ $ref: '#/components/schemas/Material' }],
  })
  expect(schemas.SubmitPrintOrderRequest.properties.material.default).toBe('pla')
  // openapi-generator's Java does not compile with the default of a number next to a reference.
  expect(schemas.SubmitPrintOrderRequest.properties.nozzleDiameter.default).toBeUndefined()
  expect(schemas.SubmitPrintOrderRequest.properties.infill.default).toBe(20)
  expect(schemas.SessionOrNull).toMatchObject({
    allOf: [{ $ref: '#/components/schemas/CurrentSessionOrNull' }],
  })
  expect(schemas.CurrentSessionOrNull).toMatchObject({ type: 'object', nullable: true })
})

test('/openapi-3.0.json lists the order as the lowest success of a submit, and its dry run as any other', async () => {
  const schemasOf = async (path: string) => {
    const { responses } = JSON.parse(await read(path)).paths['/api/print/orders'].post
    return Object.entries<{ content?: { 'application/json': { schema: { $ref: string } } } }>(
      responses,
    )
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { content }]) => [status, content?.['application/json'].schema.$ref])
  }
  const order = '#/components/schemas/SubmittedOrder'
  const dryRun = '#/components/schemas/DryRun'
  expect(await schemasOf('/openapi-3.0.json')).toEqual([
    ['201', order],
    ['2XX', dryRun],
  ])
  expect(await schemasOf('/openapi.json')).toEqual([
    ['200', dryRun],
    ['201', order],
  ])
})

test('/openapi.yaml equals the document', async () => {
  const response = await service.fetch('/openapi.yaml')
  expect(response.headers.get('content-type')).toBe('application/yaml')
  const text = await response.text()
  expect(text).not.toMatch(/^\s*[\w-]+: [&*]/m)
  expect(Bun.YAML.parse(text)).toEqual(JSON.parse(await read('/openapi.json')))
})

/** Returns the places of keywords that only 3.1 has. */
function keywords(node: unknown, place = ''): readonly string[] {
  if (!isNode(node)) return []
  return Object.entries(node).flatMap(([key, value]) => {
    const inside = key === 'example' || key === 'examples' ? [] : keywords(value, `${place}/${key}`)
    // A property may have any name.
    return !place.endsWith('/properties') && isNew(node, key) ? [place, ...inside] : inside
  })
}

function isNew(node: Node, key: string): boolean {
  if (key === 'type') return node[key] === 'null'
  if (key === 'exclusiveMinimum') return node[key] !== true
  if (key === '$ref') return Object.keys(node).length > 1
  return key === 'const' || key === 'propertyNames'
}

const operationIds = ({ paths }: { readonly paths: Readonly<Record<string, Node>> }) =>
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).map((one) => (isNode(one) ? one['operationId'] : null)),
  )
