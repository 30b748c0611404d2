// The compatibility conditions of presets, for example `printer_notes=~/.*PRINTER_MODEL_MK3.*/ and nozzle_diameter[0]==0.4`. The grammar
// is that of the slicer's PlaceholderParser, as far as vendors use it: `or`, `and`, `!`, comparisons, `=~` and `!~` with expressions that
// match the complete value, and parentheses.
import { firstOf, type Settings } from './ini.ts'

type Value = string | number | boolean

/** Whether the condition holds. An empty condition always holds. Throws a SyntaxError on a condition that cannot be parsed. */
export function holds(condition: string, settings: Settings): boolean {
  if (condition.trim() === '') return true
  const tokens = tokensOf(condition)
  let at = 0
  const peek = () => tokens[at]
  const take = (text: string) => {
    if (peek()?.text !== text) return false
    at += 1
    return true
  }

  const any = (): boolean => {
    let value = every()
    while (take('or') || take('||')) value = every() || value
    return value
  }
  const every = (): boolean => {
    let value = not()
    while (take('and') || take('&&')) value = not() && value
    return value
  }
  const not = (): boolean => (take('!') || take('not') ? !not() : comparison())
  const comparison = (): boolean => {
    if (take('(')) {
      const value = any()
      if (!take(')')) throw wrong()
      return value
    }
    const left = operand()
    const operator = peek()
    if (operator?.kind !== 'comparison') return truthOf(left)
    at += 1
    const right = tokens[at]
    if (right?.kind === 'regex') {
      at += 1
      const matches = new RegExp(`^(?:${right.text})$`, 's').test(String(left))
      return operator.text === '!~' ? !matches : matches
    }
    return compare(operator.text, left, operand())
  }
  const operand = (): Value => {
    const token = tokens[at]
    at += 1
    switch (token?.kind) {
      case 'number':
        return Number(token.text)
      case 'string':
        return token.text
      case 'name':
        return lookUp(settings, token.text)
      default:
        throw wrong()
    }
  }
  const wrong = () => new SyntaxError(`Not a condition of presets: ${condition}`)

  const value = any()
  if (at < tokens.length) throw wrong()
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
