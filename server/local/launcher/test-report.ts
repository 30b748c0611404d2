// What `bun test` writes into its JUnit report.

export type TestCounts = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** The totals, from the first element: <testsuites tests= failures= skipped=>. */
export function readCounts(xml: string): TestCounts {
  return countsOf(xml.match(/<testsuites [^>]*>/)?.[0] ?? '')
}

/** Those of the paths, as they were passed to `bun test`, below which no test passed or failed: none is there, or all were skipped. */
export function pathsWithoutTests(xml: string, paths: readonly string[]): readonly string[] {
  // A file's own element has its path as name.
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
