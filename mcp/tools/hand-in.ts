// How to send a file without a usable link to the service: appended to the refusals of links.
import type { AccountId } from '../../server/domain/base/caller.ts'
import type { DownloadRefusal } from '../../server/domain/models/downloads.ts'
import { handInHours, handInUrl } from '../../server/domain/uploads/hand-in.ts'
import type { ToolDeps } from '../deps.ts'
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

/** What to add to a refusal of check_printability; empty when handing the file in would not help. */
export const handInForCheck = (reason: Reason, baseUrl: string): string =>
  unreachableFor.has(reason)
    ? ` To check a local file, without a key: \`curl -sS ${baseUrl}/api/printability -F 'file=@part.stl'\`.`
    : ''
