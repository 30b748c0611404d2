// The lease of a claimed print job. Branded, so that no id can be passed in its place.

declare const printLeaseBrand: unique symbol
/** Proves a claim of a print job. Every report about the job includes it. */
export type PrintLease = string & { readonly [printLeaseBrand]: true }

/** Brands a lease that comes from a new claim or from a report that the farm sends. */
export const printLeaseOf = (text: string) => text as PrintLease
