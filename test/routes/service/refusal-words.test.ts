// No refusal shows the words of the library that validates bodies. Every field of every JSON body in the document is
// sent with wrong types.

import { expect } from 'bun:test'
import { bodyExample, operations } from '../../../testing/service/api-document.ts'
import { resetRateLimits } from '../../../testing/service/reset-rate-limits.ts'
import { OPERATOR_EMAIL } from '../../../testing/service/service.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

const jargon =
  /Invalid (?:type|key|length|value|format)|Expected (?!multipart)|[Rr]eceived|valibot|undefined|\[object|\(\?[:=!<]|\\[dwsb]|\bitems\.\d/

const wrongValues: readonly unknown[] = ['x', 5.5, true, null, [], {}]

type Path = readonly (string | number)[]

/** Returns the paths of all values in an example, the body itself first. */
function placesOf(value: unknown, path: Path = []): Path[] {
  const entries =
    Array.isArray(value) || (typeof value === 'object' && value !== null)
      ? Object.entries(value)
      : []
  const isList = Array.isArray(value)
  return [
    path,
    ...entries.flatMap(([key, inner]) => placesOf(inner, [...path, isList ? Number(key) : key])),
  ]
}

/** Returns the example with another value at the path; `undefined` omits the field. */
function withValue(example: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(example)) {
    return example.map((entry, index) => (index === key ? withValue(entry, rest, value) : entry))
  }
  const object = typeof example === 'object' && example !== null ? example : {}
  const inner = Object.entries(object).find(([name]) => name === key)?.[1]
  return { ...object, [key]: withValue(inner, rest, value) }
}

/** Returns every request to one endpoint: the body and its change. */
function requestsOf(name: string): { place: Path; value: unknown; body: string }[] {
  const example = bodyExample(name)
  return placesOf(example).flatMap((place) => {
    const values = place.length === 0 ? wrongValues : [undefined, ...wrongValues]
    return values.map((value) => {
      return { place, value, body: JSON.stringify(withValue(example, place, value)) }
    })
  })
}

verifies(
  'http.plain-refusals',
  async () => {
    const headers = {
      'content-type': 'application/json',
      origin: service.baseUrl,
      cookie: await service.signIn(OPERATOR_EMAIL),
      'x-internal-key': service.internalKey,
    }
    const found: unknown[] = []
    let refusals = 0
    const names = [...operations].flatMap(([name, { requestBody }]) =>
      Object.keys(requestBody?.content ?? {})[0] === 'application/json' ? [name] : [],
    )
    for (const name of names) {
      const [method = '', template = ''] = name.split(' ')
      const path = template.replaceAll(/\{\w+\}/g, 'SVC-AAAAAA')
      await resetRateLimits(service.db)
      for (const { place, value, body } of requestsOf(name)) {
        const response = await service.fetch(path, { method, headers, body })
        const text = await response.text()
        if (response.status === 400) refusals += 1
        if (response.status === 500 || (response.status >= 400 && jargon.test(text))) {
          found.push([name, place.join('.'), value, response.status, text.slice(0, 200)])
        }
      }
    }
    expect(found).toEqual([])
    // A test whose requests are refused before any body is read would find nothing.
    expect(refusals).toBeGreaterThan(200)
  },
  { timeout: 120_000 },
)
