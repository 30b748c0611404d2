// How to send a file to the service without a usable link. Appended to refusals of links.
import type { AccountId } from '../../server/domain/base/caller.ts'
import type { DownloadRefusal } from '../../server/domain/models/downloads.ts'
import { handInHours, handInUrl } from '../../server/domain/uploads/hand-in.ts'
import type { ToolDeps } from '../deps.ts'
import type { ToolFailure } from './refusal.ts'

type Reason = DownloadRefusal['reason']

/** Reasons that concern the link instead of the file or the speed of its server. */
const unreachableFor: ReadonlySet<Reason> = new Set([
  'bad_url',
  'not_https',
  'host_not_allowed',
  'private_address',
  'http_status',
  'not_a_file',
  'unreachable',
])

/** Returns advice for a refusal of quote_print. Empty if sending the file would not help. */
export function handInForQuote(
  deps: Pick<ToolDeps, 'baseUrl' | 'clock' | 'ids' | 'orderIds'>,
  accountId: AccountId,
  failure: ToolFailure,
): string {
  const helps =
    failure.kind === 'quote_url_invalid' ||
    failure.kind === 'quote_host_not_allowed' ||
    (failure.kind === 'quote_file_unsupported' && /\.obj$/i.test(failure.fileName)) ||
    (failure.kind === 'quote_download_refused' && unreachableFor.has(failure.reason))
  if (!helps) return ''
  const url = handInUrl(deps, accountId)
  return ` To hand the file in without a key, the buyer opens ${url} once within ${handInHours} hours, or a shell sends it: \`curl -sS ${url} -F 'file=@part.stl'\`. It takes an .stl, .3mf, .obj or .glb, no sliced file. Then call quote_print again with that address as model_url.`
}

/** Returns advice for a refusal of check_printability. Empty if sending the file would not help. */
export const handInForCheck = (reason: Reason, baseUrl: string): string =>
  unreachableFor.has(reason)
    ? ` To check a local file, without a key: \`curl -sS ${baseUrl}/api/printability -F 'file=@part.stl'\`.`
    : ''
