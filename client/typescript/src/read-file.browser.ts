// Replaces read-file.ts in browser bundles.

export async function readPath(path: string): Promise<never> {
  throw new TypeError(
    `${path} is a path, and browsers have no files by path. Pass the File of an <input type="file"> or of a drop instead.`,
  )
}
