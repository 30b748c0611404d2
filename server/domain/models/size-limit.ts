// The size limit of a model file, for uploads and downloads alike (contract.md 9.1).

const maxModelMegabytes = 100

/** A larger file is refused with 413. */
export const maxModelBytes = maxModelMegabytes * 1024 * 1024

/** For sentences: `100 MB`. */
export const maxModelText = `${maxModelMegabytes} MB`
