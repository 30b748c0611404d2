// The lease of a claimed print job, so that no id can stand in its place.

declare const printLeaseBrand: unique symbol
/** Proves a claim of a print job; every report about the job names it. */
export type PrintLease = string & { readonly [printLeaseBrand]: true }

/** For what names a lease: a new claim, and a report that the farm sends. */
export const printLeaseOf = (text: string) => text as PrintLease
