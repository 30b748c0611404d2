// The id of a print job, so that the id of an order, a generation job or a file cannot stand in its place.

declare const printJobIdBrand: unique symbol
export type PrintJobId = string & { readonly [printJobIdBrand]: true }

/** For what names a print job by its id: a new job, a column without a type, and a path, form or body that the farm sends. */
export const printJobIdOf = (id: string) => id as PrintJobId
