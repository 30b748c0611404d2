// Results of the advisory databases for the locked packages. If a database does not respond, the outcome is "not judged", never "no
// advisory".

export type Judgement =
  | { readonly kind: 'clean' }
  | { readonly kind: 'advisories'; readonly lines: readonly string[] }
  | { readonly kind: 'not_judged'; readonly why: string }

type Ran = { readonly exitCode: number; readonly stdout: string; readonly stderr: string }

/** Reads the output of `bun audit --json`: an object with a list of advisories per package. An error is not JSON. */
export function judgeBunAudit({ exitCode, stdout, stderr }: Ran): Judgement {
  const report = objectOf(stdout)
  if (report === null) return notJudged(stdout, stderr)
  const lines = Object.entries(report).flatMap(([name, advisories]) =>
    Array.isArray(advisories) ? advisories.map((each) => `${name}: ${titleOf(each)}`) : [],
  )
  if (lines.length > 0) return { kind: 'advisories', lines }
  return exitCode === 0 ? { kind: 'clean' } : notJudged(stdout, stderr)
}

/** Reads the output of `cargo audit --json`. */
export function judgeCargoAudit({ exitCode, stdout, stderr }: Ran): Judgement {
  const found = objectOf(stdout)?.['vulnerabilities']
  if (typeof found !== 'object' || found === null || !('list' in found)) {
    return notJudged(stdout, stderr)
  }
  const { list } = found
  if (!Array.isArray(list)) return notJudged(stdout, stderr)
  if (list.length > 0) return { kind: 'advisories', lines: list.map(crateLine) }
  return exitCode === 0 ? { kind: 'clean' } : notJudged(stdout, stderr)
}

function notJudged(stdout: string, stderr: string): Judgement {
  const line = `${stderr}\n${stdout}`.split('\n').find((text) => /\S/.test(text))
  return { kind: 'not_judged', why: line?.trim() ?? 'there was no response' }
}

function objectOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject ? Object.fromEntries(Object.entries(parsed)) : null
  } catch {
    return null
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

const titleOf = (advisory: unknown): string =>
  [memberOf(advisory, 'severity'), memberOf(advisory, 'title'), memberOf(advisory, 'url')]
    .filter((part) => typeof part === 'string')
    .join(', ')

const crateLine = (finding: unknown): string => {
  const advisory = memberOf(finding, 'advisory')
  const crate = memberOf(finding, 'package')
  return `${memberOf(crate, 'name')} ${memberOf(crate, 'version')}: ${memberOf(advisory, 'id')}, ${memberOf(advisory, 'title')}`
}
