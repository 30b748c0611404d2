// /v1/disputes: submit evidence to the bank, or accept the loss.
import type Stripe from 'stripe'
import * as v from 'valibot'
import { invalidRequest } from '../core/errors.ts'
import { expandPaths } from '../core/expand.ts'
import type { FormValue } from '../core/form.ts'
import { listPage } from '../core/list.ts'
import { expand, flag, listing, metadata, parseParams, text } from '../core/params.ts'
import { type ApiResponse, need, ok, type World } from '../core/world.ts'
import { evidenceTexts } from './dispute-object.ts'
import { isInquiry, isOpen, moveDispute } from './dispute-states.ts'

export function readDispute(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  return ok(expandPaths(world, need(world, 'dispute', id), params.expand))
}

const listParams = v.strictObject({
  ...listing,
  charge: v.optional(text),
  payment_intent: v.optional(text),
})

export function listDisputes(world: World, input: FormValue): ApiResponse {
  const params = parseParams(listParams, input)
  return listPage(world, 'dispute', {
    url: '/v1/disputes',
    params,
    where: { charge: params.charge, payment_intent: params.payment_intent },
  })
}

/** An empty text removes the evidence. */
const evidenceText = v.optional(v.pipe(v.string(), v.maxLength(20_000, 'parameter_invalid_string')))
const updateParams = v.strictObject({
  evidence: v.optional(v.strictObject(v.entriesFromList(evidenceTexts, evidenceText))),
  submit: v.optional(flag),
  metadata: v.optional(metadata),
  expand,
})

export function updateDispute(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(updateParams, input)
  const dispute = need(world, 'dispute', id)
  const sends = params.submit ?? params.evidence !== undefined
  if ((sends || params.evidence !== undefined) && !awaitsEvidence(dispute)) {
    throw invalidRequest(`This dispute is ${dispute.status} and accepts no evidence.`)
  }
  const evidence = { ...dispute.evidence }
  for (const name of evidenceTexts) {
    const value = params.evidence?.[name]
    if (value !== undefined) evidence[name] = value === '' ? null : value
  }
  const staged: Stripe.Dispute = {
    ...dispute,
    evidence,
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: evidenceTexts.some((name) => evidence[name] !== null),
    },
    metadata: { ...dispute.metadata, ...params.metadata },
  }
  const updated = sends ? submit(world, staged) : staged
  world.store.save(updated)
  world.emit('charge.dispute.updated', updated)
  return ok(expandPaths(world, updated, params.expand))
}

const awaitsEvidence = ({ status }: Stripe.Dispute): boolean => status.endsWith('needs_response')

function submit(world: World, dispute: Stripe.Dispute): Stripe.Dispute {
  const { evidence_details: details } = dispute
  if (stepAfter(dispute) !== null) world.later(dispute.id)
  return {
    ...dispute,
    status: isInquiry(dispute) ? 'warning_under_review' : 'under_review',
    evidence_details: {
      ...details,
      past_due: details.due_by !== null && details.due_by < world.now(),
      submission_count: details.submission_count + 1,
      submission_method: 'manual',
    },
  }
}

/** Returns the bank's decision for the texts of Stripe's test mode, or null when the bank waits for a test's action. */
function stepAfter(dispute: Stripe.Dispute) {
  const inquiry = isInquiry(dispute)
  switch (dispute.evidence.uncategorized_text) {
    case 'winning_evidence':
      return inquiry ? 'warning_closed' : 'won'
    case 'losing_evidence':
      return inquiry ? 'warning_closed' : 'lost'
    case 'escalate_inquiry_evidence':
      return inquiry ? 'needs_response' : null
    default:
      return null
  }
}

/** Applies the bank's decision some time after evidence was submitted. */
export function continueDispute(world: World, dispute: Stripe.Dispute): void {
  const step = stepAfter(dispute)
  if (step !== null && isOpen(dispute)) moveDispute(world, dispute, step)
}

/** POST /v1/disputes/:id/close: accepts the loss. */
export function closeDispute(world: World, id: string, input: FormValue): ApiResponse {
  const params = parseParams(v.strictObject({ expand }), input)
  const closed = moveDispute(world, need(world, 'dispute', id), 'lost')
  return ok(expandPaths(world, closed, params.expand))
}
