// Examples of RFC 7616 (3.9.1) and RFC 2069 with its erratum, and challenges of real servers.
import { expect, test } from 'bun:test'
import { authorize, readChallenge } from '../../../client/farm/servers/digest.ts'

const rfc7616 = {
  realm: 'http-auth@example.org',
  nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
  opaque: 'FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS',
}
const asked = {
  method: 'GET',
  uri: '/dir/index.html',
  count: 1,
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
}
const mufasa = { user: 'Mufasa', password: 'Circle of Life' }

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
] as const)('the example of RFC 7616 with %s is reproduced', (algorithm, response) => {
  const header = authorize(mufasa, { ...rfc7616, algorithm, hasQop: true }, asked)
  expect(header).toContain(`response="${response}"`)
  expect(header).toContain(`algorithm=${algorithm}, qop=auth, nc=00000001`)
  expect(header).toContain(`opaque="${rfc7616.opaque}"`)
})

// The challenge is that of PrusaLink 0.8.1. The response was computed with md5sum according to RFC 7616, 3.4.2.
test('MD5-sess is supported, which PrusaLink on a Raspberry Pi requests', () => {
  const asking =
    'Digest realm="Administrator",qop="auth",algorithm="MD5-sess",nonce="d876",opaque="4996"'
  const challenge = readChallenge(asking)
  if (challenge === null) throw new Error('no challenge')
  const request = { method: 'GET', uri: '/api/v1/status', count: 2, cnonce: '0a4f' }
  const header = authorize({ user: 'maker', password: 'abcd12345' }, challenge, request)
  expect(header).toContain('response="436716e2f35b53b3d655b1e5960ff220"')
  expect(header).toContain('algorithm=MD5-sess, qop=auth, nc=00000002')
})

test('the example of RFC 2069, without a qop, is reproduced', () => {
  const challenge = {
    realm: 'testrealm@host.com',
    nonce: 'dcd98b7102dd2f0e8b11d0f600bfb0c093',
    algorithm: 'MD5',
    hasQop: false,
    opaque: null,
  } as const
  const header = authorize({ user: 'Mufasa', password: 'CircleOfLife' }, challenge, asked)
  // The response in the RFC itself is wrong (erratum 749).
  expect(header).toContain('response="1949323746fe6a43ef61f9606e7febea"')
  expect(header).not.toContain('qop')
})

test.each([
  [
    'Digest realm="Printer API", nonce="0738cba1009742ac", stale=false',
    { algorithm: 'MD5', hasQop: false, realm: 'Printer API', nonce: '0738cba1009742ac' },
  ],
  [
    'Digest realm="a, \\"b\\"", qop="auth, auth-int", algorithm=MD5, nonce="1", Digest realm="c", qop="auth", algorithm=SHA-256, nonce="2", opaque="o"',
    { algorithm: 'SHA-256', hasQop: true, realm: 'c', nonce: '2', opaque: 'o' },
  ],
  [
    'Basic realm="x", Digest realm="a, \\"b\\"", nonce=1',
    { realm: 'a, "b"', nonce: '1', algorithm: 'MD5' },
  ],
])('a challenge is read: %s', (header, challenge) => {
  expect(readChallenge(header)).toMatchObject(challenge)
})

test.each([
  'Basic realm="x"',
  'Digest realm="x", nonce="1", algorithm=SHA-512-256',
  'Digest realm="x", nonce="1", qop="auth-int"',
  'Digest realm="x"',
])('a challenge that is not supported is refused: %s', (header) => {
  expect(readChallenge(header)).toBeNull()
})
