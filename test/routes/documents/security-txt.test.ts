// Where to report a vulnerability: the fields of RFC 9116.
import { expect } from 'bun:test'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()
const path = '/.well-known/security.txt'
const dayMs = 86_400_000

async function readFields(): Promise<ReadonlyMap<string, string>> {
  const text = await (await service.fetch(path)).text()
  const lines = text.trimEnd().split('\n')
  return new Map(
    lines.map((line) => {
      const [, name = '', value = ''] = line.match(/^([A-Z][A-Za-z-]+): (\S.*)$/) ?? []
      return [name, value]
    }),
  )
}

verifies('http.security-txt', async () => {
  const response = await service.fetch(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const fields = await readFields()
  expect([...fields.keys()].toSorted()).toEqual([
    'Canonical',
    'Contact',
    'Expires',
    'Preferred-Languages',
  ])
  expect(fields.get('Canonical')).toBe(`${service.baseUrl}${path}`)
  expect(fields.get('Contact')).toBe(`${service.baseUrl}/contact`)
  expect((await service.fetch('/contact')).status).toBe(200)
  // The date is valid however long the process runs; RFC 9116 recommends less than a year.
  for (const days of [0, 400, 4000]) {
    service.advance(days * 86_400)
    const expires = (await readFields()).get('Expires') ?? ''
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
    const ahead = Date.parse(expires) - service.deps.clock.now().getTime()
    expect(ahead).toBeGreaterThan(30 * dayMs)
    expect(ahead).toBeLessThan(365 * dayMs)
  }
})
