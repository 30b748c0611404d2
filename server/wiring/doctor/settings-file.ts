/** Parses lines of NAME=VALUE as in Docker's --env-file and systemd's EnvironmentFile. Only systemd removes quotes around a value. */
export function parseSettingsFile(text: string): Readonly<Record<string, string>> {
  const entries = text.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? []
    if (name === undefined) return []
    const trimmed = value.trim()
    const isQuoted = ['"', "'"].some(
      (mark) => trimmed.length > 1 && trimmed.startsWith(mark) && trimmed.endsWith(mark),
    )
    return [[name, isQuoted ? trimmed.slice(1, -1) : trimmed] as const]
  })
  return Object.fromEntries(entries)
}
