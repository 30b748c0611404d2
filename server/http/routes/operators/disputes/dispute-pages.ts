// /operator/disputes: disputes and fraud warnings, a dispute's evidence as an archive, and the operator's answer.
import { ok } from '../../../../domain/base/result.ts'
import {
  lengthText,
  maxEvidenceCharacters,
  maxReasonCharacters,
} from '../../../../domain/base/text/text-lengths.ts'
import { findWarning, readDispute, readDisputes } from '../../../../domain/desk/disputes.ts'
import {
  type CollectedEvidence,
  collectEvidence,
  respondToDispute,
} from '../../../../domain/orders/disputes/evidence.ts'
import { resolveWarning } from '../../../../domain/orders/disputes/resolve-warning.ts'
import { money } from '../../../../pages/base/money.ts'
import {
  type DisputeView,
  disputePage,
} from '../../../../pages/operators/disputes/dispute-page.tsx'
import { disputePath, disputesPath } from '../../../../pages/operators/disputes/dispute-paths.ts'
import { disputesPage } from '../../../../pages/operators/disputes/disputes-page.tsx'
import {
  type WarningView,
  warningPage,
} from '../../../../pages/operators/disputes/warning-page.tsx'
import { deskNotFound } from '../../../../pages/operators/not-found.tsx'
import { orderPath } from '../../../../pages/operators/parts/order-path.ts'
import { checkbox, parsed, parsedWithoutMark } from '../../../contract/form-fields.ts'
import type { HttpContext } from '../../../middleware/context.ts'
import { form } from '../../../middleware/form.ts'
import { page } from '../../../middleware/page.ts'
import { type DeskViewer, operators, viewers } from '../../../middleware/page-access.ts'
import { downloadHeaders } from '../../../responses/attachment.ts'
import { streamOf } from '../../../responses/stream-of.ts'
import { wallClockOf, type ZipFile, zipEntries } from '../../../responses/zip.ts'
import { receiptOf } from '../../orders/order-files.ts'
import { askOnce } from '../forms/ask-once.ts'
import { info, type ListNotice, listPage, outcomeOf, refusedOutcome } from '../forms/desk-list.ts'

const path = `${disputesPath}/:dispute` as const
const warningsPath = `${disputesPath}/fraud-warnings/:warning` as const

const resolvedNotices = { '1': info('The note was saved.') }
const sentNotices = { '1': info('The evidence was sent to the bank.') }

const shortText = (limit: number) => (typed: string) => {
  const text = typed.trim()
  return text === '' || text.length > limit ? undefined : text
}

export const disputePages = [
  listPage({
    path: disputesPath,
    notices: resolvedNotices,
    noticeIn: 'resolved',
    show: showDisputes,
  }),
  page({
    path,
    access: viewers,
    show: function showOneDispute(http, { params, query, caller }) {
      return showDispute(http, caller, params.dispute, outcomeOf(sentNotices, query['sent']))
    },
  }),
  page({
    path: `${path}/evidence.zip`,
    access: viewers,
    show: async function downloadEvidence({ deps }, { params, caller }) {
      const { dispute } = params
      const collected = await collectEvidence(deps, dispute)
      if (!collected.ok) return deskNotFound(caller, 'dispute')
      return await evidenceArchive(deps, dispute, collected.value)
    },
  }),
  form({
    path,
    access: operators,
    fields: {
      text: parsedWithoutMark(
        shortText(maxEvidenceCharacters),
        `Enter what happened in 1 to ${maxEvidenceCharacters} characters.`,
      ),
      confirmed: checkbox,
    },
    ask: askOnce(async ({ deps }, { params: { dispute: id }, body: { text } }) => {
      const dispute = await readDispute(deps, id)
      if (!dispute.ok) return dispute
      return ok({
        tab: 'money',
        title: 'Send this evidence to the bank?',
        facts: [
          ['Dispute', id],
          ['Amount', money(dispute.value.dispute.amountCents)],
        ],
        text: 'The bank accepts only one response. It contains the order’s details, the tracking and this text. This cannot be undone.',
        action: disputePath(id),
        fields: { text },
        button: 'Send the evidence',
        back: disputePath(id),
      })
    }),
    act: async function answerByForm({ deps }, { caller, params, body: { text } }) {
      return await respondToDispute(deps, caller.email, {
        disputeId: params.dispute,
        text,
      })
    },
    done: (_http, { params }) => `${disputePath(params.dispute)}?sent=1`,
    refuse: (http, { caller, params }, refused) =>
      showDispute(http, caller, params.dispute, {
        ...refusedOutcome(refused),
        typed: refused.typedIn('text').trim(),
      }),
  }),
  page({
    path: warningsPath,
    access: viewers,
    show: function showOneWarning(http, { params, caller }) {
      return showWarning(http, caller, params.warning, {})
    },
  }),
  form({
    path: warningsPath,
    access: operators,
    fields: {
      warningNote: parsed(
        shortText(maxReasonCharacters),
        `Enter what was found in ${lengthText(maxReasonCharacters)}.`,
      ),
    },
    act: async function resolveByForm({ deps }, { caller, params, body }) {
      return await resolveWarning(deps, caller.email, {
        id: params.warning,
        note: body.warningNote,
      })
    },
    done: (_http, _input, { code }) =>
      code === null ? `${disputesPath}?resolved=1` : `${orderPath(code)}?saved=1`,
    refuse: (http, { caller, params }, refused) =>
      showWarning(http, caller, params.warning, {
        ...refusedOutcome(refused),
        note: refused.typedIn('warningNote').trim(),
        errors: refused.errors,
      }),
  }),
]

async function showDisputes(
  { deps }: HttpContext,
  user: DeskViewer,
  outcome: ListNotice,
): Promise<Response> {
  return disputesPage({ ...outcome, ...(await readDisputes(deps)), user })
}

async function showDispute(
  { deps }: HttpContext,
  user: DeskViewer,
  id: string,
  shown: ListNotice & Pick<DisputeView, 'typed'>,
): Promise<Response> {
  const read = await readDispute(deps, id)
  return read.ok ? disputePage({ ...shown, ...read.value, user }) : deskNotFound(user, 'dispute')
}

async function showWarning(
  { deps }: HttpContext,
  user: DeskViewer,
  id: string,
  shown: ListNotice & Pick<WarningView, 'note' | 'errors'>,
): Promise<Response> {
  const warning = await findWarning(deps, id)
  return warning.ok
    ? warningPage({ ...shown, user, warning: warning.value })
    : deskNotFound(user, 'warning')
}

/** Returns all known facts about the disputed order as text files, with its receipt. */
async function evidenceArchive(
  deps: HttpContext['deps'],
  disputeId: string,
  { files, order }: CollectedEvidence,
): Promise<Response> {
  const at = wallClockOf(deps.clock.now(), deps.timeZone)
  const entries: ZipFile[] = files.map(({ name, text }) => ({ name, path: new Blob([text]), at }))
  if (order !== null) {
    const receipt = await receiptOf(deps, order, {
      visitor: { isSignedIn: false, basketParts: 0 },
      isOwner: true,
    })
    entries.push({ name: 'receipt.html', path: await receipt.blob(), at })
  }
  const archiveName = `evidence-${order?.code ?? disputeId}.zip`
  return new Response(streamOf(zipEntries(toAsyncEntries(entries))), {
    headers: downloadHeaders(archiveName, 'application/zip'),
  })
}

async function* toAsyncEntries(entries: readonly ZipFile[]): AsyncGenerator<ZipFile> {
  yield* entries
}
