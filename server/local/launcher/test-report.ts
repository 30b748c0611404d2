// Reads the needed part of `bun test`'s JUnit report.

export type TestCounts = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Reads the totals from the first element: <testsuites tests= failures= skipped=>. */
export function readCounts(xml: string): TestCounts {
  return countsOf(xml.match(/<testsuites [^>]*>/)?.[0] ?? '')
}

/** Returns the paths, as passed to `bun test`, below which no test passed or failed: none exists, or all were skipped. */
export function pathsWithoutTests(xml: string, paths: readonly string[]): readonly string[] {
  // The element of a file has the file's path as its name.
  const suites = [...xml.matchAll(/<testsuite name="([^"]*)" file="([^"]*)"[^>]*>/g)]
  const ran = suites.flatMap(([element, name, file = '']) => {
    const { passed, failed } = countsOf(element)
    return name === file && passed + failed > 0 ? [file] : []
  })
  return paths.filter((path) => !ran.some((file) => file.includes(path.replace(/^\.\//, ''))))
}

function countsOf(element: string): TestCounts {
  const read = (name: string) => Number(element.match(new RegExp(` ${name}="(\\d+)"`))?.[1] ?? 0)
  const failed = read('failures') + read('errors')
  const skipped = read('skipped')
  return { passed: read('tests') - failed - skipped, failed, skipped }
}
