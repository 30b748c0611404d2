// A small scanner for TypeScript source: enough to read calls and imports without being fooled by
// comments, strings, templates or regular expressions. It does not parse: JSX text is scanned as code,
// and a quote without its end on the same line counts as a stray character.

export type Token = {
  readonly kind: 'word' | 'string' | 'template' | 'number' | 'regex' | 'punctuation'
  /** The characters as written; for a string or a template without ${} the characters between the quotes. */
  readonly text: string
  readonly line: number
}

const WORD = /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy
const NUMBER = /\d[\w.]*/y
const SPACE = /\s+/y
const LINE_COMMENT = /\/\/[^\n]*/y
const BLOCK_COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/y
const STRING = /'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const REGEX = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
const TEMPLATE_PART = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y
const BEFORE_REGEX = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'new',
])

/** All tokens of a source text, comments and white space left out. */
export function tokensOf(source: string): Token[] {
  return new Scan(source).run()
}

class Scan {
  private readonly tokens: Token[] = []
  /** One entry per open template substitution: how many braces are open inside it. */
  private readonly substitutions: number[] = []
  private position = 0
  private line = 1

  constructor(private readonly source: string) {}

  run(): Token[] {
    while (this.position < this.source.length) this.step()
    return this.tokens
  }

  private step(): void {
    if (this.take(SPACE) || this.take(LINE_COMMENT) || this.take(BLOCK_COMMENT)) return
    const line = this.line
    const string = this.take(STRING)
    const regex = string === undefined && this.regexMayStart() ? this.take(REGEX) : undefined
    if (string !== undefined) this.add('string', string.slice(1, -1), line)
    else if (regex !== undefined) this.add('regex', regex, line)
    else this.wordOrNumber(line)
  }

  private wordOrNumber(line: number): void {
    const word = this.take(WORD)
    const number = word === undefined ? this.take(NUMBER) : undefined
    if (word !== undefined) this.add('word', word, line)
    else if (number !== undefined) this.add('number', number, line)
    else this.punctuation(line)
  }

  private punctuation(line: number): void {
    const character = this.source.charAt(this.position)
    this.position += 1
    const open = this.substitutions.at(-1)
    if (character === '`') {
      this.template(line, true)
    } else if (open === 0 && character === '}') {
      this.substitutions.pop()
      this.template(line, false)
    } else {
      if (open !== undefined) this.countBrace(character, open)
      this.add('punctuation', character, line)
    }
  }

  private countBrace(character: string, open: number): void {
    const step = character === '{' ? 1 : character === '}' ? -1 : 0
    this.substitutions[this.substitutions.length - 1] = open + step
  }

  /** Reads the text of a template up to its end or to the next substitution. */
  private template(line: number, fromStart: boolean): void {
    const text = this.take(TEMPLATE_PART) ?? ''
    const closed = this.source.charAt(this.position) === '`'
    this.position += closed ? 1 : 2
    this.add(closed && fromStart ? 'string' : 'template', text, line)
    if (!closed) this.substitutions.push(0)
  }

  private regexMayStart(): boolean {
    const before = this.tokens.at(-1)
    if (before === undefined) return true
    if (before.kind === 'word') return BEFORE_REGEX.has(before.text)
    return before.kind === 'punctuation' && !')]}'.includes(before.text)
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.source)?.[0]
    if (!found) return undefined
    this.position += found.length
    for (const character of found) if (character === '\n') this.line += 1
    return found
  }

  private add(kind: Token['kind'], text: string, line: number): void {
    this.tokens.push({ kind, text, line })
  }
}
