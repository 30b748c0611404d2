// The port for downloading a file from a caller's or vendor's URL. server/adapters/downloader implements it: https
// only, no private addresses, every redirect checked, size and time limited while streaming.
import type { ReceivedFile } from './received-file.ts'

/** Time limit of the download of a caller's link, within the 90 s that a quote or a check may take (contract.md 9.5). */
export const linkDownloadMs = 60_000

export const badUrlSentence = 'That is not a usable link. Send a complete https address of a file.'

export const webPageSentence = 'That is a web page, not a file; use the direct download link.'

/** What is wrong with a link, without advice. */
export const linkProblems = {
  not_https: 'Only https links on the standard port are fetched.',
  private_address: 'That link does not lead to the public internet.',
  too_many_redirects: 'That link redirects too often.',
  timed_out: 'The download took too long.',
  empty: 'The server of that link sent an empty file.',
  unreachable: 'The server of that link could not be reached.',
} as const satisfies Partial<Record<DownloadRefusal['reason'], string>>

export type DownloadRequest = {
  readonly url: string
  /** Allowed hosts in lowercase; null = any public host. Checked again after every redirect. */
  readonly hosts: readonly string[] | null
  /**
   * Account id or client address: each caller has a limit of concurrent downloads. null = a link that no caller
   * provided, such as an engine's result; these have a separate limit.
   */
  readonly caller: string | null
  readonly maxBytes: number
  /** For the whole download, including DNS lookup and redirects. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** Why nothing was downloaded. `message` describes the problem and the solution. */
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
  /** For `host_not_allowed`: the host, or the target of its redirect. */
  readonly host?: string
}

export type DownloadedFile = {
  readonly kind: 'downloaded'
  /** In the temporary folder. The caller removes it. Its name is the sanitized last segment of the URL. */
  readonly file: ReceivedFile
  readonly contentType: string | null
}

export type Downloads = {
  /** Rejects only if the caller's signal is aborted or the local disk fails. */
  readonly fetch: (request: DownloadRequest) => Promise<DownloadedFile | DownloadRefusal>
}
