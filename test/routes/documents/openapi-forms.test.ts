// The other forms of the document: OpenAPI 3.0 and YAML. .ci/lint-openapi.sh validates both with programs that are not ours.
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

test('/openapi-3.0.json says what may be null, which bounds exclude, and what stands beside a reference', async () => {
  const { components } = JSON.parse(await read('/openapi-3.0.json'))
  const { schemas } = components
  expect(schemas.SignedUp.properties.token).toMatchObject({ type: 'string', nullable: true })
  expect(schemas.BoundingBox.properties.x).toMatchObject({ minimum: 0, exclusiveMinimum: true })
  expect(schemas.SubmitPrintOrderRequest.properties.material).toMatchObject({
    allOf: [{ $ref: '#/components/schemas/Material' }],
  })
  expect(schemas.SessionOrNull).toMatchObject({
    allOf: [{ $ref: '#/components/schemas/CurrentSessionOrNull' }],
  })
  expect(schemas.CurrentSessionOrNull).toMatchObject({ type: 'object', nullable: true })
})

test('/openapi.yaml is the document', async () => {
  const response = await service.fetch('/openapi.yaml')
  expect(response.headers.get('content-type')).toBe('application/yaml')
  const text = await response.text()
  expect(text).not.toMatch(/^\s*[\w-]+: [&*]/m)
  expect(Bun.YAML.parse(text)).toEqual(JSON.parse(await read('/openapi.json')))
})

/** The places of what only 3.1 has. */
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
