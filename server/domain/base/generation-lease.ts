// The lease of a generation job, so that no id can stand in its place.

declare const generationLeaseBrand: unique symbol
/** Proves that a process has a generation job; every write of its steps names it. */
export type GenerationLease = string & { readonly [generationLeaseBrand]: true }

/** For what names a lease: the process that claims or creates a job. */
export const generationLeaseOf = (text: string) => text as GenerationLease
