// Routes for operators' programs: disputes and fraud warnings.

import * as v from 'valibot'
import { ok } from '../../../../domain/base/result.ts'
import { maxEvidenceCharacters } from '../../../../domain/base/text/text-lengths.ts'
import { retryHintSeconds } from '../../../../domain/base/time/retry-hints.ts'
import { respondToDispute } from '../../../../domain/orders/disputes/evidence.ts'
import { resolveWarning } from '../../../../domain/orders/disputes/resolve-warning.ts'
import { json } from '../../../contract/body.ts'
import { orAbsent, resolutionSchema, text } from '../../../contract/body-parts.ts'
import { idInPath } from '../../../contract/contract.ts'
import { forOperators } from '../../../contract/field-texts.ts'
import { operator } from '../../../middleware/access.ts'
import { route } from '../../../middleware/route.ts'
import { disputeJson, disputeView, warningJson, warningView } from '../orders/status/order-json.ts'

const shared = { tag: 'Operators', access: operator } as const

/** Maximum length of the shop's statement to the bank, in characters. */

const evidenceSchema = v.object({ text: orAbsent(text(maxEvidenceCharacters)) })

const disputeExample = {
  id: 'du_1',
  amountCents: 800,
  feeCents: 1500,
  reason: 'product_not_received',
  status: 'under_review' as const,
  evidenceDueAt: '2026-12-05T12:00:00.000Z',
  evidenceSubmittedAt: '2026-11-27T09:00:00.000Z',
  openedAt: '2026-11-26T09:00:00.000Z',
  closedAt: null,
}

export const answerDisputeRoute = route({
  ...shared,
  method: 'POST',
  path: '/api/operator/disputes/:dispute/evidence',
  id: 'answerDispute',
  summary: 'Answer a dispute',
  description:
    `${forOperators} Sends the order’s facts (parts, address, tracking) and \`text\` to the bank; without it, the ` +
    'history of the order as its customer reads it. A payment that no order was paid with needs `text`. A bank accepts only one response.',
  parameters: [idInPath('dispute', 'The dispute’s id.')],
  body: json(evidenceSchema, {
    example: { text: 'The parcel was delivered on November 20; the carrier has the signature.' },
    refused: [{ text: '' }],
  }),
  response: { description: 'The dispute.', schema: disputeView, example: disputeExample },
  refusals: [
    { kind: 'dispute_not_found' },
    { kind: 'dispute_answered' },
    { kind: 'evidence_text_missing' },
    { kind: 'evidence_refused', reason: 'This dispute accepts no evidence.' },
    { kind: 'processor_unavailable' },
    { kind: 'processor_busy', retryAfterSeconds: retryHintSeconds.processor },
  ],
  handler: async function answer({ deps }, { caller, params, body }) {
    const input = { disputeId: params.dispute, text: body.text ?? null }
    const answered = await respondToDispute(deps, caller.email, input)
    return answered.ok ? ok(disputeJson(answered.value)) : answered
  },
})

export const resolveWarningRoute = route({
  ...shared,
  method: 'POST',
  path: '/api/operator/fraud-warnings/:warning/resolve',
  id: 'resolveFraudWarning',
  summary: 'Note how a fraud warning was resolved',
  description:
    `${forOperators} Every warning is listed for operators until its payment is refunded, or until this request notes what was found. ` +
    'A hold of its order stays; a repeated request keeps the first note. Another note is refused.',
  parameters: [idInPath('warning', 'The warning’s id.')],
  body: json(resolutionSchema, {
    example: { note: 'The customer confirmed the order by phone.' },
    refused: [{ note: '' }],
  }),
  response: {
    description: 'The warning.',
    schema: warningView,
    example: {
      id: 'issfr_1',
      fraudType: 'made_with_stolen_card',
      actionable: true,
      warnedAt: '2026-11-26T09:00:00.000Z',
      resolution: 'The customer confirmed the order by phone.',
    },
  },
  refusals: [
    { kind: 'fraud_warning_not_found' },
    {
      kind: 'fraud_warning_resolved',
      note: 'The customer confirmed the order by phone.',
      by: 'ops@example.com',
    },
  ],
  handler: async function resolve({ deps }, { caller, params, body }) {
    const { warning: id } = params
    const resolved = await resolveWarning(deps, caller.email, { id, ...body })
    return resolved.ok ? ok(warningJson(resolved.value)) : resolved
  },
})
