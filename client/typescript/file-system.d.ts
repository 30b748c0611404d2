// The part of node:fs/promises that the package uses (tsconfig.json). Nothing else of Node or Bun compiles in it.
export function readFile(path: string): Promise<ArrayLike<number>>
export function stat(path: string): Promise<{ readonly size: number }>
