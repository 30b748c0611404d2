// Licenses that packages of the production image may have. All of them permit running and changing the service without publishing it.
import type { LockedPackage } from './locked-packages.ts'

/** SPDX identifiers. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
])

/** Packages with another license, each with the reason for the exception. */
const exceptions: readonly {
  readonly name: RegExp
  readonly license: string
  readonly why: string
}[] = [
  {
    name: /^@img\/sharp-libvips-/,
    license: 'LGPL-3.0-or-later',
    why: 'libvips as a library of its own, loaded at run time and unchanged: a user of the image can replace it',
  },
]

/** Returns a sentence for each package whose license is not accepted. Packages that are not installed here are not checked. */
export function licenseProblems(packages: readonly LockedPackage[]): readonly string[] {
  return packages.flatMap(({ name, version, license }) => {
    if (license === null || isAllowed(license)) return []
    if (exceptions.some((each) => each.license === license && each.name.test(name))) return []
    return [
      `${name} ${version} has the license "${license}", which is not on the list of accepted ones.`,
    ]
  })
}

/**
 * Whether an expression is allowed. `A OR B` needs one of them, `A AND B` both, and `A WITH exception` is treated as A. AND has higher
 * precedence, as in SPDX.
 */
function isAllowed(expression: string): boolean {
  const text = expression.trim()
  const open = text.lastIndexOf('(')
  if (open >= 0) {
    const close = text.indexOf(')', open)
    if (close < 0) return false
    const inner = isAllowed(text.slice(open + 1, close)) ? 'MIT' : 'refused'
    return isAllowed(`${text.slice(0, open)}${inner}${text.slice(close + 1)}`)
  }
  return text
    .split(/\s+OR\s+|\//)
    .some((choice) =>
      choice.split(/\s+AND\s+/).every((part) => allowed.has(withoutException(part))),
    )
}

const withoutException = (part: string): string => part.trim().replace(/\s+WITH\s+\S+$/, '')
