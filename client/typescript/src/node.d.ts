// The two functions of Node that this package uses, so that nothing else of Node or Bun compiles in it.
declare module 'node:fs/promises' {
  export function readFile(path: string): Promise<ArrayLike<number>>
  export function stat(path: string): Promise<{ readonly size: number }>
}
