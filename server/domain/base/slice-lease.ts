// The lease of a plate that a process slices, so that the lease of its print job cannot stand in its place.

declare const sliceLeaseBrand: unique symbol
/** Proves that a process has the slice of a plate, or had it last. */
export type SliceLease = string & { readonly [sliceLeaseBrand]: true }

/** For what names a lease: the process that takes a slice. */
export const sliceLeaseOf = (text: string) => text as SliceLease
