// The size limit of a model file, for uploads and downloads alike (contract.md 9.1).

const maxModelMegabytes = 100

/** A larger file is refused with 413. */
export const maxModelBytes = maxModelMegabytes * 1024 * 1024

/** Without an account, where the contract names no other limit. A larger file is refused with 413. */
export const maxVisitorMegabytes = 25
export const maxVisitorBytes = maxVisitorMegabytes * 1024 * 1024

/** For sentences: `100 MB`. */
export const maxModelText = `${maxModelMegabytes} MB`
