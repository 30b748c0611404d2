// How to send a file without a usable link to the service: appended to the refusals of links.
import type { DownloadRefusal } from '../../server/domain/models/downloads.ts'
import type { ToolFailure } from './refusal.ts'

type Reason = DownloadRefusal['reason']

/** Refusals that are due to the link and not to the file itself or the speed of its server. */
const unreachableFor: ReadonlySet<Reason> = new Set([
  'bad_url',
  'not_https',
  'host_not_allowed',
  'private_address',
  'http_status',
  'not_a_file',
  'unreachable',
])

/** What to add to a refusal of quote_print; empty when handing the file in would not help. */
export function handInForQuote(failure: ToolFailure, baseUrl: string): string {
  const helps =
    failure.kind === 'quote_url_invalid' ||
    failure.kind === 'quote_host_not_allowed' ||
    (failure.kind === 'quote_download_refused' && unreachableFor.has(failure.reason))
  if (!helps) return ''
  const keyed = `-H 'x-api-key: API_KEY'`
  const upload = `curl -sS ${baseUrl}/api/print-upload ${keyed} -F 'file=@part.stl'`
  const json = `-H 'content-type: application/json' -d '{"url":"https://..."}'`
  const importing = `curl -sS ${baseUrl}/api/model-import ${keyed} ${json}`
  return ` To hand in a local file: \`${upload}\`. To hand in a public link of any other host: \`${importing}\`. Both take the API key of this connection and return a modelUrl, to be sent here as model_url.`
}

/** What to add to a refusal of check_printability; empty when handing the file in would not help. */
export const handInForCheck = (reason: Reason, baseUrl: string): string =>
  unreachableFor.has(reason)
    ? ` To check a local file, without a key: \`curl -sS ${baseUrl}/api/printability -F 'file=@part.stl'\`.`
    : ''
