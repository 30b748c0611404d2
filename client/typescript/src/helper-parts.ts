import type { Client } from 'openapi-fetch'
import type { Credentials } from './credentials.ts'
import type { paths } from './schema.ts'
import type { UploadOptions } from './types.ts'

/** Dependencies of the helpers. */
export type HelperParts = {
  readonly api: Client<paths>
  readonly credentials: Credentials
  /**
   * Returns the `fetch` for a single call of `api`. `isSafe`: the request changes nothing, whatever others of its path
   * do, and sends no key.
   */
  readonly fetchWith: (
    options: UploadOptions | undefined,
    isSafe?: boolean,
  ) => (request: Request) => Promise<Response>
}
