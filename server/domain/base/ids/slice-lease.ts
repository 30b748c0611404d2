// The lease of a plate that a process slices. Branded, so that the lease of its print job cannot be passed in its
// place.

declare const sliceLeaseBrand: unique symbol
/** Proves that a process holds the slice of a plate, or held it last. */
export type SliceLease = string & { readonly [sliceLeaseBrand]: true }

/** Brands a lease. Called by the process that claims a slice. */
export const sliceLeaseOf = (text: string) => text as SliceLease
