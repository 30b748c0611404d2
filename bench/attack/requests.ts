// The most expensive request of each kind that anyone can send.
import { nestedBalls, overlappingCubes, tangledTriangles } from './files.ts'

export type Hostile = {
  readonly name: string
  /** Approximate size of the request, bytes. */
  readonly bytes: number
  /** Expected statuses, in addition to 429 and 503. */
  readonly expected: readonly number[]
  /**
   * Sends the request. `round` makes the bytes unique, so that no cache is used; `address` is the
   * address of the caller.
   */
  readonly send: (baseUrl: string, round: number, address: string) => Promise<Response>
}

const blanks = (length: number) => `x${'+'.repeat(length)}x`
const read = [200, 303, 400, 404, 410, 413, 422]

export const nested = { doublings: 11, apart: 0.05 } as const

/** Builds the requests. */
export function hostileRequests(): Hostile[] {
  const cubes = overlappingCubes(20_000)
  const tangle = tangledTriangles(200_000, 10_000)
  return [
    nestedRequest('/api/printability', 'doubled 14 times', 14),
    nestedRequest('/api/printability', 'doubled 11 times', 11),
    nestedRequest('/quote', 'doubled 11 times', 11, { material: 'pla', quality: 'standard' }),
    nestedRequest('/basket/parts', 'doubled 11 times, hollow', 11, {
      hollow: 'on',
      wallMm: '2',
      material: 'pla',
      quality: 'standard',
      quantity: '1',
    }),
    stlRequest('/api/printability', 'overlapping cubes', cubes),
    stlRequest('/quote', 'tangled triangles', tangle, { material: 'pla', quality: 'standard' }),
    // Slightly shorter than the longest address that is read.
    getRequest('/basket?country= of blanks', `/basket?country=${blanks(8_000)}`),
    {
      name: 'POST /contact of blanks',
      bytes: 60_000,
      expected: read,
      send: (baseUrl, _round, address) =>
        formRequest(baseUrl, '/contact', address, `name=${blanks(60_000)}&email=a%40example.com`),
    },
    getRequest('docs search of many words', `/docs/search?q=${'a b c d e f g h i j '.repeat(10)}`),
    getRequest('an order code that does not exist', '/orders/SVC-ZZZZZZ'),
    {
      name: 'POST /api/checkout without a session',
      bytes: 200,
      expected: [400, 401],
      send: (baseUrl, _round, address) =>
        jsonRequest(baseUrl, '/api/checkout', address, { items: [], country: 'US' }),
    },
    {
      name: 'sign-in with a wrong password',
      bytes: 230,
      expected: [400, 401, 403],
      send: (baseUrl, round, address) =>
        jsonRequest(baseUrl, '/api/auth/sign-in/email', address, {
          email: `unknown${round}@example.com`,
          password: `wrong password ${round}`,
        }),
    },
    {
      name: 'a wrong code for an email',
      bytes: 200,
      expected: [400, 401, 403],
      send: (baseUrl, round, address) =>
        jsonRequest(baseUrl, '/api/auth/email-otp/verify-email', address, {
          email: `unknown${round}@example.com`,
          otp: '00000000',
        }),
    },
  ]
}

const from = (address: string) => ({ 'x-forwarded-for': address })

function nestedRequest(
  path: string,
  what: string,
  doublings: number,
  fields: Readonly<Record<string, string>> = {},
): Hostile {
  const file = (seed: number) => nestedBalls({ ...nested, doublings, seed })
  return {
    name: `POST ${path}, 3MF ${what}`,
    bytes: file(0).length,
    expected: read,
    send: (baseUrl, round, address) =>
      fileRequest(`${baseUrl}${path}`, address, { name: 'n.3mf', bytes: file(round) }, fields),
  }
}

function stlRequest(
  path: string,
  what: string,
  bytes: Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
): Hostile {
  return {
    name: `POST ${path}, STL of ${what}`,
    bytes: bytes.length,
    expected: read,
    send: (baseUrl, round, address) => {
      const changed = bytes.slice()
      new TextEncoder().encodeInto(`round ${round}`, changed)
      return fileRequest(`${baseUrl}${path}`, address, { name: 's.stl', bytes: changed }, fields)
    },
  }
}

function getRequest(name: string, path: string): Hostile {
  return {
    name,
    bytes: path.length,
    expected: read,
    send: (baseUrl, _round, address) =>
      fetch(`${baseUrl}${path}`, { headers: from(address), redirect: 'manual' }),
  }
}

function fileRequest(
  url: string,
  address: string,
  file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> },
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  body.set('file', new Blob([file.bytes]), file.name)
  return fetch(url, { method: 'POST', headers: from(address), body, redirect: 'manual' })
}

const formRequest = (baseUrl: string, path: string, address: string, body: string) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { ...from(address), 'content-type': 'application/x-www-form-urlencoded' },
    body,
    redirect: 'manual',
  })

const jsonRequest = (baseUrl: string, path: string, address: string, body: unknown) =>
  fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { ...from(address), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
