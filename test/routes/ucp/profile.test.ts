// The profile of the Universal Commerce Protocol, and permalinks.
import { expect } from 'bun:test'
import { ucpProfile } from '../../../server/http/routes/ucp/profile.ts'
import { violationsOf } from '../../../testing/ucp/shapes.ts'
import { useService } from '../../../testing/use.ts'
import { verifies } from '../../helpers/verifies.ts'

const service = useService()

verifies(
  'ucp.profile',
  'the profile is valid and public, and offers only checkout, without orders and charges',
  async () => {
    const response = await service.fetch('/.well-known/ucp')
    const profile = (await response.json()) as {
      ucp: {
        capabilities: Record<string, unknown>
        payment_handlers: object
        services: Record<string, readonly { transport: string; endpoint: string }[]>
      }
    }
    expect(violationsOf('profile', profile)).toEqual([])
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/json',
    ])
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const { capabilities, payment_handlers, services } = profile.ucp
    // Permalinks need an https address, which this service does not have.
    expect([Object.keys(capabilities), payment_handlers]).toEqual([
      ['dev.ucp.shopping.checkout'],
      {},
    ])
    const [rest, ...others] = services['dev.ucp.shopping'] ?? []
    expect([rest?.transport, rest?.endpoint, others]).toEqual([
      'rest',
      `${service.baseUrl}/ucp`,
      [],
    ])
  },
)

verifies('ucp.permalinks-https', 'a service with an https address has permalinks', () => {
  const profile = ucpProfile('https://print.example') as {
    ucp: { capabilities: Record<string, readonly unknown[]> }
  }
  expect(violationsOf('profile', profile)).toEqual([])
  const [declared] = profile.ucp.capabilities['dev.ucp.shopping.permalink'] ?? []
  expect(violationsOf('permalink', declared)).toEqual([])
  expect(declared).toMatchObject({ config: { endpoint: 'https://print.example/buy' } })
})

const token = (id: string) => `~${Buffer.from(id).toString('base64url')}`

verifies(
  'ucp.permalink',
  'a permalink leads to the quote page with the part, and forwards nothing else',
  async () => {
    const model = 'https://files.example.com/part.stl'
    const quote = `/quote?${new URLSearchParams({ model, material: 'petg', color: 'Black', country: 'DE' })}`
    const cases: readonly (readonly [string, Record<string, string>])[] = [
      [`/buy/${token(model)}:3`, { model, quantity: '3' }],
      [
        `/buy/${token(quote)}:2?buyer/email=a%40example.com&utm_source=mail&access_token=secret`,
        { model, material: 'petg', color: 'Black', country: 'DE', quantity: '2' },
      ],
      [
        `/buy/${token(model)}:1?context/address_country=FR`,
        { model, quantity: '1', country: 'FR' },
      ],
      // Two values of one field are ambiguous.
      [
        `/buy/${token(model)}:1?context/address_country=FR&/context/address_country=DE`,
        { model, quantity: '1' },
      ],
      [`/buy/${token(model)}:1?continue_to=//elsewhere.example`, { model, quantity: '1' }],
      ['/buy', {}],
      ['/buy/sku_1:1', {}],
      [`/buy/${token(model)}:0`, {}],
      [`/buy/${token(model)}:51`, {}],
      [`/buy/${token(model)}:1,${token(model)}:2`, {}],
      // Not canonical, not UTF-8, a control character.
      [`/buy/${token(model)}=:1`, {}],
      ['/buy/~gA:1', {}],
      [`/buy/${token('https://files.example.com/\r\nx')}:1`, {}],
      [`/buy/${token('javascript:alert(1)')}:1`, {}],
    ]
    for (const [path, expected] of cases) {
      const response = await service.fetch(path, { redirect: 'manual' })
      const location = new URL(response.headers.get('location') ?? '', 'https://print.example')
      expect([path, response.status, location.origin, location.pathname]).toEqual([
        path,
        303,
        'https://print.example',
        '/quote',
      ])
      expect([path, Object.fromEntries(location.searchParams)]).toEqual([path, expected])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    }
  },
)
