// The decoders and the geometry core read the same file in sequence, so they have the same limits.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { decodeLimits } from '../../geometry/decoders/limits.ts'

/** Parses an integer in Rust notation: `5_000_000` or `100 << 20`. */
function integerOf(literal: string): number {
  const [base = Number.NaN, bits = 0] = literal.replaceAll('_', '').split('<<').map(Number)
  return base * 2 ** bits
}

test('the decoders have the limits of the crate', async () => {
  const rust = await Bun.file(join(import.meta.dir, '../../geometry/src/limits.rs')).text()
  const defaults = rust.slice(rust.indexOf('impl Default for Limits'))
  const limitOf = (name: string) => {
    const literal = new RegExp(String.raw`\b${name}: ([\d_]+(?: << \d+)?),`).exec(defaults)?.[1]
    return literal === undefined ? null : integerOf(literal)
  }
  expect<unknown>(decodeLimits).toEqual({
    bytes: limitOf('bytes'),
    triangles: limitOf('triangles'),
    documentBytes: limitOf('document_bytes'),
  })
})
