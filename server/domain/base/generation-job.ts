// The id and the lease of a generation job, so that the id of an order, a print job, an upload or a set of drafts cannot stand in their
// place.

declare const generationJobIdBrand: unique symbol
/** Id of a generation job, and of the generation that it becomes when it is done. */
export type GenerationJobId = string & { readonly [generationJobIdBrand]: true }

/** For what names a generation job by its id: a new job, a column without a type, and a path, form or body of a caller. */
export const generationJobIdOf = (id: string) => id as GenerationJobId

declare const generationLeaseBrand: unique symbol
/** Proves that a process has a generation job; every write of its steps names it. */
export type GenerationLease = string & { readonly [generationLeaseBrand]: true }

/** For what names a lease: the process that claims or creates a job. */
export const generationLeaseOf = (text: string) => text as GenerationLease
