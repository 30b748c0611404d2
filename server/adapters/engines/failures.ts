// Sentences for failures at a vendor. Callers read them (502, or "nsfw" when banned), so they name no vendor, key or address.

import type { Log } from '../../domain/base/ports.ts'
import { type EngineFailure, modelNotFetched } from '../../domain/generation/engine/engine.ts'
import { maxModelText } from '../../domain/models/size-limit.ts'

const toFailure = (message: string): EngineFailure => ({ kind: 'failed', message })

export const failures = {
  noResponse: toFailure('The engine did not answer in time. Try again in a few minutes.'),
  busy: toFailure('The engine is busy. Try again in a few minutes.'),
  noCredit: toFailure(
    'The engine is out of credit with its vendor at the moment. Choose another engine, or try again later.',
  ),
  refusedAccess: toFailure(
    'The engine is not available at the moment. Choose another engine, or try again later.',
  ),
  badRequest: toFailure(
    'The engine did not accept this request. Change the options or the picture, or choose another engine.',
  ),
  badPicture: toFailure('The engine could not read the picture. Send another PNG or JPEG picture.'),
  tooComplex: toFailure(
    'The shape is too complex for smartLowPoly. Turn it off, or ask for a simpler shape.',
  ),
  moderationDown: toFailure(
    'The engine could not check the request against its content policy. Try again in a few minutes.',
  ),
  broken: toFailure(
    'The engine answered with an error. Try again in a few minutes, or choose another engine.',
  ),
  unknownModel: toFailure('The engine no longer knows this model. Generate it again.'),
  nothingMade: toFailure(
    'The engine finished without a model. Change the prompt or the picture and try again.',
  ),
  tooLarge: toFailure(
    `The model that the engine made is larger than ${maxModelText}. Ask for a lower meshQuality or textureResolution.`,
  ),
  budgetUsedUp: {
    kind: 'budget_used_up',
    message: 'The engine has used up its budget for today.',
  },
  notFetched: modelNotFetched,
} as const

/** Returns the failure of a task. `reason` is the vendor's text, which is sanitized and quoted. */
export function taskFailed(reason: string | null): EngineFailure {
  const detail = reason === null ? '' : `: ${quote(reason)}`
  return toFailure(
    `The engine could not make this model${detail}. Change the prompt or the picture and try again.`,
  )
}

const early = new WeakSet<EngineFailure>()

/** Returns the same failure for a vendor that has created nothing yet, so that another engine may be called. */
export function beforeCreation(failure: EngineFailure): EngineFailure {
  const marked = { ...failure }
  early.add(marked)
  return marked
}

/** Returns the same sentence for a call that may have created something. It is a copy, so that it is not treated as a refusal. */
export const withUnknownOutcome = ({ message }: EngineFailure): EngineFailure => toFailure(message)

export const isBeforeCreation = (failure: EngineFailure): boolean => early.has(failure)

export function refusedByPolicy(reason: string | null): EngineFailure {
  const detail = reason === null ? '' : `: ${quote(reason)}`
  return { kind: 'banned', message: `The engine's content policy refused this request${detail}.` }
}

/** Quotes the reason and removes inner quotes, so that it cannot pass for the service's text. */
const quote = (reason: string): string =>
  `"${sanitizeVendorText(reason).replaceAll(/["“”„‟«»]/gu, "'")}"`

/** Logs failures that the operator must fix in the vendor's account. Every other failure concerns only the vendor and the caller. */
export function noteRefusal(
  log: Pick<Log, 'warn' | 'error'>,
  failure: EngineFailure,
  facts: Readonly<Record<string, unknown>> & { readonly said: string | null },
): void {
  const accountTrouble = failure === failures.noCredit || failure === failures.refusedAccess
  const said = facts.said === null ? null : sanitizeVendorText(facts.said)
  log[accountTrouble ? 'error' : 'warn']('engine.refused', { ...facts, said })
}

const reasonCharacters = 200
/** Maximum length that is read of an error, because some vendors send pages of text. */
const maxReadCharacters = 2_000

/** Returns one short line without links and without anything that resembles a key. */
export function sanitizeVendorText(text: string): string {
  return text
    .slice(0, maxReadCharacters)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/\bhttps?:\/\/\S+/g, '[link]')
    .replace(/\b(?:bearer|key)\s+[\w.:~+/=-]{8,}/gi, '[key]')
    .replace(/\b(?=[\w:-]*\d)[\w-]{16,}(?::[\w-]+)?/g, '[id]')
    .trim()
    .slice(0, reasonCharacters)
    .replace(/[\s.]+$/, '')
}
