// Limits on decoding a compressed model, and its errors. The values equal those of the crate's
// limits.rs, because the crate reads the decoded file next.

export type DecodeLimits = {
  /** Size of the decoded file, bytes. */
  readonly bytes: number
  /** Maximum number of triangles of one compressed primitive. */
  readonly triangles: number
  /** Size of the JSON in bytes. In a GLB, embedded buffers are excluded. */
  readonly documentBytes: number
}

export const decodeLimits: DecodeLimits = {
  bytes: 100 * 2 ** 20,
  triangles: 5_000_000,
  documentBytes: 32 * 2 ** 20,
}

/**
 * The file is invalid. `code` is stable and is one of the crate's codes; the message is a sentence
 * for the caller.
 */
export class Undecodable extends Error {
  readonly code: 'malformed' | 'over_limit' | 'unsupported' | 'bad_reference' | 'truncated'

  constructor(code: Undecodable['code'], message: string) {
    super(message)
    this.code = code
  }
}

export function overLimit(what: string, found: number, limit: number): Undecodable {
  return new Undecodable('over_limit', `Too many ${what}: ${found}, the limit is ${limit}.`)
}

export function malformed(what: string, detail: string): Undecodable {
  return new Undecodable('malformed', `Cannot read ${what}: ${detail}.`)
}
