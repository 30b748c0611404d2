// Ports of the support assistant (decisions.md 42): the data that it can read, and the language model that can word its
// replies.
import type { TicketDeps } from '../tickets/ports.ts'
import type { HelpIndex } from './help-index.ts'

export const supportRoles = ['user', 'assistant'] as const

export type SupportMessage = {
  readonly role: (typeof supportRoles)[number]
  readonly content: string
}

/** The input of a language model. All of it is data: no text of a customer is part of its instructions. */
export type WriterFacts = {
  /** Oldest first, without the question. */
  readonly earlier: readonly SupportMessage[]
  readonly question: string
  /** The only documents on which a reply can be based. Referenced by position, starting at 1. */
  readonly passages: readonly { readonly title: string; readonly text: string }[]
  /** Sentences about the caller's order; empty without an order. */
  readonly order: readonly string[]
}

/** The model's unchecked response. */
export type Draft = {
  readonly reply: string
  /** Positions of the passages on which the reply is based, starting at 1. */
  readonly used: readonly number[]
  /** False if the passages do not answer the question. */
  readonly answered: boolean
}

export type SupportWriter = {
  /** Returns null without a language model or if it fails; passages are then shown unchanged. */
  readonly write: (facts: WriterFacts) => Promise<Draft | null>
}

export type SupportDeps = TicketDeps & {
  readonly timeZone: string
  readonly help: HelpIndex
  readonly supportWriter: SupportWriter
}
