// Ports of the support assistant (decisions.md 42): what it may read, and the language model that may word its replies.
import type { TicketDeps } from '../tickets/ports.ts'
import type { HelpIndex } from './help-index.ts'

export const supportRoles = ['user', 'assistant'] as const

export type SupportMessage = {
  readonly role: (typeof supportRoles)[number]
  readonly content: string
}

/** The input of a language model. All of it is data: no text of a customer is part of its task. */
export type WriterFacts = {
  /** Oldest first, without the question. */
  readonly earlier: readonly SupportMessage[]
  readonly question: string
  /** The only documents that a reply may be based on; named by their place in the list, from 1. */
  readonly passages: readonly { readonly title: string; readonly text: string }[]
  /** Sentences about the caller's order; empty without one. */
  readonly order: readonly string[]
}

/** The model's response, which is not checked yet. */
export type Draft = {
  readonly reply: string
  /** Places of the passages that the reply is based on, from 1. */
  readonly used: readonly number[]
  /** False when the passages do not answer the question. */
  readonly answered: boolean
}

export type SupportWriter = {
  /** null without a language model, and when it fails: passages are then shown unchanged. */
  readonly write: (facts: WriterFacts) => Promise<Draft | null>
}

export type SupportDeps = TicketDeps & {
  readonly timeZone: string
  readonly help: HelpIndex
  readonly supportWriter: SupportWriter
}
