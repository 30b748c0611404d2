// /operator/disputes: disputes and fraud warnings, the evidence of one as an archive, and the operator's answer.
import { answerDispute, collectEvidence } from '../../../../domain/orders/disputes/evidence.ts'
import { resolveWarning } from '../../../../domain/orders/disputes/resolve-warning.ts'
import { money } from '../../../../pages/base/money.ts'
import { confirmedField, confirmPage } from '../../../../pages/operators/confirm.tsx'
import { disputePage } from '../../../../pages/operators/disputes/dispute-page.tsx'
import { disputePath, disputesPath } from '../../../../pages/operators/disputes/dispute-paths.ts'
import { disputesPage } from '../../../../pages/operators/disputes/disputes-page.tsx'
import { warningPage } from '../../../../pages/operators/disputes/warning-page.tsx'
import { deskDisputeNotFound, deskWarningNotFound } from '../../../../pages/operators/not-found.tsx'
import { orderPath } from '../../../../pages/operators/order-path.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { page, type Received } from '../../../middleware/route.ts'
import { refusalOf } from '../../../refusals/refusal-of.ts'
import { readForm, seeOther } from '../../../requests/forms.ts'
import { disposition } from '../../../responses/attachment.ts'
import { streamOf } from '../../../responses/stream-of.ts'
import { wallClockOf, type ZipFile, zipEntries } from '../../../responses/zip.ts'
import { receiptOf } from '../../orders/order-files.ts'
import { type DeskNotice, info, problem } from '../ask-first.ts'
import { type DeskReader, forOperator, forViewer } from '../operator-view.ts'
import { maxEvidenceText } from './dispute-routes.ts'

const rows = 100

export const disputePages = [
  page('GET', disputesPath, showDisputes),
  page('GET', `${disputesPath}/:dispute`, showDispute),
  page('GET', `${disputesPath}/:dispute/evidence.zip`, downloadEvidence),
  page('POST', `${disputesPath}/:dispute`, answerByForm),
  page('GET', `${disputesPath}/fraud-warnings/:warning`, showWarning),
  page('POST', `${disputesPath}/fraud-warnings/:warning`, resolveByForm),
]

function showDisputes(http: HttpContext, { request, query }: Received): Promise<Response> {
  const { disputes } = http.deps
  return forViewer(http, request, async (user) =>
    disputesPage(user, {
      disputes: await disputes.list(rows),
      warnings: await disputes.openWarnings(rows),
      ...(query['resolved'] === '1' && { notice: info('The note was saved.') }),
    }),
  )
}

function showDispute(
  http: HttpContext,
  { request, params: { dispute = '' }, query }: Received,
): Promise<Response> {
  return forViewer(http, request, (user) =>
    render(http, user, dispute, {
      ...(query['sent'] === '1' && { notice: info('The evidence was sent to the bank.') }),
    }),
  )
}

type Shown = {
  readonly status?: number
  readonly notice?: DeskNotice
  readonly typed?: string
}

async function render(
  { deps }: HttpContext,
  user: DeskReader,
  disputeId: string,
  shown: Shown = {},
): Promise<Response> {
  const collected = await collectEvidence(deps, disputeId)
  if (!collected.ok) return deskDisputeNotFound(user)
  const { purchaseId } = collected.value.dispute
  const purchase = purchaseId === null ? null : await deps.purchaseDesk.read(purchaseId)
  return disputePage(user, { ...collected.value, purchase, ...shown })
}

function answerByForm(
  http: HttpContext,
  { request, params: { dispute: disputeId = '' } }: Received,
): Promise<Response> {
  const { deps } = http
  return forOperator(http, request, async (user) => {
    const found = await deps.disputes.read(disputeId)
    if (found === null) return deskDisputeNotFound(user)
    const field = await readForm(request)
    const text = field('text').trim()
    if (text === '' || text.length > maxEvidenceText) {
      const sentence = `Enter what happened in 1 to ${maxEvidenceText} characters.`
      return render(http, user, disputeId, { status: 400, notice: problem(sentence), typed: text })
    }
    if (field(confirmedField) !== '1') {
      return confirmPage(user, {
        tab: 'money',
        title: 'Send this evidence to the bank?',
        facts: [
          ['Dispute', disputeId],
          ['Amount', money(found.amountCents)],
        ],
        text: 'The bank takes one answer. The order’s facts, tracking and this text are sent; it cannot be undone.',
        action: disputePath(disputeId),
        fields: { text },
        button: 'Send the evidence',
        back: disputePath(disputeId),
      })
    }
    const answered = await answerDispute(deps, user.email, { disputeId, text })
    if (answered.ok) return seeOther(`${disputePath(disputeId)}?sent=1`)
    const { status, error } = refusalOf(answered.failure)
    return render(http, user, disputeId, { status, notice: problem(error), typed: text })
  })
}

/** Everything that is known about the disputed order, as text files and its receipt. */
function downloadEvidence(
  http: HttpContext,
  { request, params: { dispute: disputeId = '' } }: Received,
): Promise<Response> {
  const { deps } = http
  return forViewer(http, request, async (user) => {
    const collected = await collectEvidence(deps, disputeId)
    if (!collected.ok) return deskDisputeNotFound(user)
    const { files, order } = collected.value
    const at = wallClockOf(deps.clock.now(), deps.timeZone)
    const entries: ZipFile[] = files.map(({ name, text }) => ({ name, path: new Blob([text]), at }))
    if (order !== null) {
      const receipt = await receiptOf(deps, order, {
        visitor: { isSignedIn: false, basketParts: 0 },
        isOwner: true,
      })
      entries.push({ name: 'receipt.html', path: await receipt.blob(), at })
    }
    const name = `evidence-${order?.code ?? disputeId}.zip`
    return new Response(streamOf(zipEntries(listed(entries))), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': disposition(name),
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  })
}

async function* listed(entries: readonly ZipFile[]): AsyncGenerator<ZipFile> {
  yield* entries
}

function showWarning(
  http: HttpContext,
  { request, params: { warning: id = '' } }: Received,
): Promise<Response> {
  return forViewer(http, request, async (user) => {
    const warning = await http.deps.disputes.readWarning(id)
    return warning === null ? deskWarningNotFound(user) : warningPage(user, { warning })
  })
}

function resolveByForm(
  http: HttpContext,
  { request, params: { warning: id = '' } }: Received,
): Promise<Response> {
  const { deps } = http
  return forOperator(http, request, async (user) => {
    const warning = await deps.disputes.readWarning(id)
    if (warning === null) return deskWarningNotFound(user)
    const note = (await readForm(request))('warningNote').trim()
    if (note === '' || note.length > 200) {
      const errors = { warningNote: 'Enter what was found in 1 to 200 characters.' }
      return warningPage(user, { warning, status: 400, note, errors })
    }
    const resolved = await resolveWarning(deps, user.email, { id, note })
    if (!resolved.ok) return deskWarningNotFound(user)
    const { code } = resolved.value
    return seeOther(code === null ? `${disputesPath}?resolved=1` : `${orderPath(code)}?saved=1`)
  })
}
