import type { Client } from 'openapi-fetch'
import type { Credentials } from './credentials.ts'
import type { paths } from './schema.ts'
import type { UploadOptions } from './types.ts'

/** What helpers are made of. */
export type HelperParts = {
  readonly api: Client<paths>
  readonly credentials: Credentials
  /** The `fetch` of one call of `api`. `isSafe`: it does nothing, whatever its path does otherwise, and carries no key. */
  readonly fetchWith: (
    options: UploadOptions | undefined,
    isSafe?: boolean,
  ) => (request: Request) => Promise<Response>
}
