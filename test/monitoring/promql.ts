// Inputs of a PromQL expression: metrics, the labels it selects by, and the labels it groups by. It parses valid
// expressions; promtool decides whether they are valid.

export type Matcher = { readonly label: string; readonly op: string; readonly value: string }
export type Selector = { readonly metric: string; readonly matchers: readonly Matcher[] }
export type Reading = {
  readonly selectors: readonly Selector[]
  /** Labels of by, without, on, ignoring, group_left and group_right. */
  readonly labels: readonly string[]
}

const token =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d[\w.]*|[a-zA-Z_:][\w:]*|=~|!~|!=|==|>=|<=|[-+*/%^<>=(){}[\],@]/g
const clauses = new Set(['by', 'without', 'on', 'ignoring', 'group_left', 'group_right'])
const words = new Set(['and', 'or', 'unless', 'offset', 'bool', 'inf', 'nan'])
const isName = (text: string | undefined): text is string =>
  text !== undefined && /^[a-zA-Z_:]/.test(text)

export function readPromQl(expression: string): Reading {
  const tokens = expression.match(token) ?? []
  const selectors: Selector[] = []
  const labels: string[] = []
  let at = 0
  /** Returns the tokens up to the closing bracket. */
  const enclosed = (): readonly string[] => {
    const end = tokens.findIndex((text, index) => index > at && /^[)}]$/.test(text))
    const inside = tokens.slice(at + 1, end)
    at = end + 1
    return inside
  }
  while (at < tokens.length) {
    const text = tokens[at] ?? ''
    at += 1
    const next = tokens[at]
    if (clauses.has(text)) {
      if (next === '(') labels.push(...enclosed().filter((each) => each !== ','))
    } else if (text === '{') {
      throw new Error(`A selector without a name: ${expression}`)
    } else if (isName(text) && next !== '(' && !words.has(text.toLowerCase())) {
      // An aggregation may have its labels before its argument: `sum by (x) (...)`.
      if (next !== undefined && clauses.has(next)) continue
      selectors.push({ metric: text, matchers: next === '{' ? matchersOf(enclosed()) : [] })
    }
  }
  return { selectors, labels }
}

function matchersOf(tokens: readonly string[]): readonly Matcher[] {
  const matchers: Matcher[] = []
  for (let at = 0; at < tokens.length; at += 4) {
    const [label = '', op = '', value = ''] = tokens.slice(at, at + 3)
    matchers.push({ label, op, value: value.slice(1, -1) })
  }
  return matchers
}

/** Returns the words that a regular expression of words, one group and bars matches. */
export function alternatives(pattern: string): readonly string[] {
  const group = /^(\w*)\(([\w|]+)\)(\w*)$/.exec(pattern)
  if (group === null) return pattern.split('|')
  const [, before = '', inside = '', after = ''] = group
  return inside.split('|').map((word) => `${before}${word}${after}`)
}
