// Fetching a file from an address that a caller or a vendor gave, as a port. server/adapters/downloader implements it;
// facts: https only, no private address ever, redirects checked one by one, size and time capped while streaming.
import type { ReceivedFile } from './received-file.ts'

export type DownloadRequest = {
  readonly url: string
  /** Lower-case host names that may be asked; null = any public host. Checked again after every redirect. */
  readonly hosts: readonly string[] | null
  /**
   * On whose behalf, as an account's id or an address: a caller has a few downloads at once, whatever the others do. null = a
   * link that no caller gave, such as an engine's result; these have places of their own.
   */
  readonly caller: string | null
  readonly maxBytes: number
  /** For everything, name lookup and redirects included. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Why nothing was fetched. `message` is a sentence for the caller: what is wrong and what to do. */
export type DownloadRefusal = {
  readonly kind: 'refused'
  readonly reason:
    | 'bad_url'
    | 'not_https'
    | 'host_not_allowed'
    | 'private_address'
    | 'too_many_redirects'
    | 'too_large'
    | 'timed_out'
    | 'empty'
    | 'http_status'
    | 'not_a_file'
    | 'unreachable'
  readonly message: string
  /** For `http_status`. */
  readonly status: number | null
}

export type Downloaded = {
  readonly kind: 'downloaded'
  /** In the temporary folder: whoever asked removes it. The name comes from the address, made harmless. */
  readonly file: ReceivedFile
  readonly contentType: string | null
}

export type Downloads = {
  /** Rejects only when aborted by the caller's signal, or when the local disk fails. */
  readonly fetch: (request: DownloadRequest) => Promise<Downloaded | DownloadRefusal>
}
