// The port for downloading a file from a URL of a caller or a vendor. server/adapters/downloader implements it: https only,
// no private addresses, every redirect checked, size and time limited while streaming.
import type { ReceivedFile } from './received-file.ts'

export type DownloadRequest = {
  readonly url: string
  /** Allowed hosts in lower case; null = any public host. Checked again after every redirect. */
  readonly hosts: readonly string[] | null
  /**
   * Account id or client address: each caller has a limit of concurrent downloads. null = a link that no caller gave, such as an
   * engine's result; these have a separate limit.
   */
  readonly caller: string | null
  readonly maxBytes: number
  /** For the whole download, including name lookup and redirects. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Why nothing was downloaded. `message` says what is wrong and what to do. */
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
  /** For `host_not_allowed`: the host itself, or the one that it redirects to. */
  readonly host?: string
}

export type DownloadedFile = {
  readonly kind: 'downloaded'
  /** In the temporary folder; the caller removes it. Its name is the sanitized last part of the URL. */
  readonly file: ReceivedFile
  readonly contentType: string | null
}

export type Downloads = {
  /** Rejects only when aborted by the caller's signal, or when the local disk fails. */
  readonly fetch: (request: DownloadRequest) => Promise<DownloadedFile | DownloadRefusal>
}
