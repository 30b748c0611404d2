// The address that a limit counts: a client cannot choose its address, and visitors behind a proxy are distinguished.
import { describe, expect, test } from 'bun:test'
import { isAddressOrNetwork } from '../../../server/config/fields.ts'
import { createClientAddress } from '../../../server/http/requests/client-address.ts'

describe('without trusted proxies', () => {
  const of = createClientAddress([])

  test('the header of an untrusted sender is ignored', () => {
    expect(of('192.0.2.1', '198.51.100.7')).toBe('192.0.2.1')
    expect(of('127.0.0.1', '198.51.100.7')).toBe('127.0.0.1')
  })

  test('a connection without an address is unknown', () => {
    expect(of(undefined, '198.51.100.7')).toBe('unknown')
  })

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['fe80::1%eth0.100', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
  ])('%s is counted as %s', (peer, counted) => {
    expect(of(peer, null)).toBe(counted)
  })
})

test.each(['10.0.0.1', '::ffff:10.0.0.1', '::ffff:10.0.0.0/104', '::/0'])(
  'a proxy is trusted in any notation of its address: %s',
  (proxy) => {
    const of = createClientAddress([proxy])
    for (const peer of ['10.0.0.1', '::ffff:10.0.0.1']) {
      expect(of(peer, '203.0.113.9')).toBe('203.0.113.9')
    }
  },
)

test('a trusted proxy may have a zone', () => {
  expect(createClientAddress(['fe80::1%eth0.1'])('fe80::1%eth0.1', '203.0.113.9')).toBe(
    '203.0.113.9',
  )
})

describe('behind 10.0.0.0/8, 192.0.2.1 and fd00::/8', () => {
  const of = createClientAddress(['10.0.0.0/8', '192.0.2.1', 'fd00::/8'])

  test.each([
    ['10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['192.0.2.1', '198.51.100.7, 10.9.9.9', '198.51.100.7'],
    ['fd12::1', '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    ['10.1.2.3', '198.51.100.7:4711', '198.51.100.7'],
    ['10.1.2.3', '[2001:db8:1:2::3]:4711', '2001:db8:1:2::/64'],
    // The client's entry comes before the address that the proxy saw.
    ['10.1.2.3', '203.0.113.1, 10.0.0.1, 198.51.100.7', '198.51.100.7'],
    // Every hop is trusted: the first one sent the request.
    ['10.1.2.3', '10.0.0.9, 10.0.0.8', '10.0.0.9'],
    ['10.1.2.3', null, '10.1.2.3'],
    ['10.1.2.3', '', '10.1.2.3'],
  ])('%s with X-Forwarded-For %j is %s', (peer, header, client) => {
    expect(of(peer, header)).toBe(client)
  })

  test.each(['192.0.2.2', '11.0.0.1', '::ffff:11.0.0.1', 'fc00::1'])(
    'from %s the header is ignored',
    (peer) => {
      expect(of(peer, '198.51.100.7')).toBe(of(peer, null))
    },
  )

  test.each(['unknown', '_hidden', '1.2.3', '1.2.3.4.5', '10.0.0.256', '[::1', '<script>', ':80'])(
    'entries before %s, which is not an address, are ignored as well',
    (entry) => {
      expect(of('10.1.2.3', `198.51.100.7, ${entry}`)).toBe('10.1.2.3')
      expect(of('10.1.2.3', `198.51.100.7, ${entry}, 10.0.0.5`)).toBe('10.0.0.5')
      expect(of('10.1.2.3', `${entry}, 198.51.100.7`)).toBe('198.51.100.7')
    },
  )
})

test('addresses and networks are distinguished from everything else', () => {
  const right = ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', 'fd00::/8', '2001:db8::1/128']
  const wrong = [
    '',
    '10.0.0',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    'proxy',
    '10.0.0.0/-1',
  ]
  expect(right.filter((text) => !isAddressOrNetwork(text))).toEqual([])
  expect(wrong.filter(isAddressOrNetwork)).toEqual([])
})
