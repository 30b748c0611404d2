// The id and the lease of a generation job. Branded, so that the id of an order, a print job, an upload or a set of
// drafts cannot be passed in their place.
import { isUuid } from './uuid.ts'

declare const generationJobIdBrand: unique symbol
/** Id of a generation job. The finished generation keeps the same id. */
export type GenerationJobId = string & { readonly [generationJobIdBrand]: true }

/** Brands a generation job id of known form: a new one, one from the database or of the queue. */
export const generationJobIdOf = (id: string) => id as GenerationJobId

/** Returns the id, or null if the text is not a UUID. For text from outside, such as a path, a form or metadata. */
export const parseGenerationJobId = (text: string): GenerationJobId | null =>
  isUuid(text) ? generationJobIdOf(text) : null

declare const generationLeaseBrand: unique symbol
/** Proves that a process holds a generation job. Every write of a job step includes it. */
export type GenerationLease = string & { readonly [generationLeaseBrand]: true }

/** Brands a lease. Called by the process that claims or creates a job. */
export const generationLeaseOf = (text: string) => text as GenerationLease
