// The compatibility conditions of presets, for example `printer_notes=~/.*PRINTER_MODEL_MK3.*/ and nozzle_diameter[0]==0.4`. The grammar
// is that of the slicer's PlaceholderParser, as far as vendors use it: `or`, `and`, `!`, comparisons, `=~` and `!~` with expressions that
// match the complete value, and parentheses.
import { firstOf, type Settings } from './ini.ts'

type Value = string | number | boolean

/** Whether the condition holds. An empty condition always holds. Throws a SyntaxError on a condition that cannot be parsed. */
export function holds(condition: string, settings: Settings): boolean {
  if (condition.trim() === '') return true
  const tokens = tokensOf(condition)
  let position = 0
  const peek = () => tokens[position]
  const takeToken = (text: string) => {
    if (peek()?.text !== text) return false
    position += 1
    return true
  }

  const parseOr = (): boolean => {
    let value = parseAnd()
    while (takeToken('or') || takeToken('||')) value = parseAnd() || value
    return value
  }
  const parseAnd = (): boolean => {
    let value = parseNot()
    while (takeToken('and') || takeToken('&&')) value = parseNot() && value
    return value
  }
  const parseNot = (): boolean =>
    takeToken('!') || takeToken('not') ? !parseNot() : parseComparison()
  const parseComparison = (): boolean => {
    if (takeToken('(')) {
      const value = parseOr()
      if (!takeToken(')')) throw syntaxError()
      return value
    }
    const left = parseOperand()
    const operator = peek()
    if (operator?.kind !== 'comparison') return truthOf(left)
    position += 1
    const right = tokens[position]
    if (right?.kind === 'regex') {
      position += 1
      const matches = new RegExp(`^(?:${right.text})$`, 's').test(String(left))
      return operator.text === '!~' ? !matches : matches
    }
    return compare(operator.text, left, parseOperand())
  }
  const parseOperand = (): Value => {
    const token = tokens[position]
    position += 1
    switch (token?.kind) {
      case 'number':
        return Number(token.text)
      case 'string':
        return token.text
      case 'name':
        return lookUp(settings, token.text)
      default:
        throw syntaxError()
    }
  }
  const syntaxError = () => new SyntaxError(`Not a condition of presets: ${condition}`)

  const value = parseOr()
  if (position < tokens.length) throw syntaxError()
  return value
}

type Token = {
  readonly kind: 'number' | 'string' | 'regex' | 'name' | 'comparison' | 'sign'
  readonly text: string
}

const patterns: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  ['space', /\s+/y],
  ['regex', /\/((?:[^/\\]|\\.)*)\//y],
  ['string', /"([^"]*)"/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['comparison', /==|!=|=~|!~|<=|>=|<|>/y],
  ['sign', /\|\||&&|[()!]|(?:and|or|not)\b/y],
  ['name', /[a-z_]\w*(?:\[\d+\])?/y],
]

function tokensOf(condition: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < condition.length) {
    const found = patterns.find(([, expression]) => {
      expression.lastIndex = at
      return expression.test(condition)
    })
    if (found === undefined) throw new SyntaxError(`Not a condition of presets: ${condition}`)
    const [kind, pattern] = found
    pattern.lastIndex = at
    const match = pattern.exec(condition)
    at = pattern.lastIndex
    if (kind !== 'space') tokens.push({ kind, text: match?.[1] ?? match?.[0] ?? '' })
  }
  return tokens
}

/**
 * Returns the first value of a list, regardless of the index, because each supported printer has one extruder. A missing setting is empty.
 */
function lookUp(settings: Settings, name: string): Value {
  const key = name.replace(/\[\d+\]$/, '')
  if (key === 'num_extruders') return (settings.get('nozzle_diameter') ?? '0').split(',').length
  // Notes are one free text, not a list.
  const value = key === 'printer_notes' ? settings.get(key) : firstOf(settings, key)
  if (value === null || value === undefined) return ''
  const number = Number(value)
  return value === '' || Number.isNaN(number) ? value : number
}

const truthOf = (value: Value): boolean => (value === '0' || value === '' ? false : Boolean(value))

function compare(operator: string, left: Value, right: Value): boolean {
  const [one, other] =
    typeof left === 'number' && typeof right === 'number'
      ? [left, right]
      : [String(left), String(right)]
  switch (operator) {
    case '==':
      return one === other
    case '!=':
      return one !== other
    case '<':
      return one < other
    case '<=':
      return one <= other
    case '>':
      return one > other
    default:
      return one >= other
  }
}
