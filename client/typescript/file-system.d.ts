// What the package uses of node:fs/promises (tsconfig.json): nothing else of Node or Bun compiles in it.
export function readFile(path: string): Promise<ArrayLike<number>>
export function stat(path: string): Promise<{ readonly size: number }>
