// Parses a regular expression into a tree of the parts that affect the number of steps of a backtracking matcher.

export type Tree =
  /** One character; `source` is a separate pattern, such as `a`, `\s` or `[^>]`. */
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Tree[] }
  | { readonly kind: 'choice'; readonly options: readonly Tree[] }
  | { readonly kind: 'repeat'; readonly body: Tree; readonly min: number; readonly max: number }
  /** `^`, `$` and the word boundaries: they consume no character and may fail. */
  | { readonly kind: 'start' | 'condition' }
  | { readonly kind: 'ahead' | 'behind'; readonly body: Tree }
  | { readonly kind: 'reference' }

/**
 * Parses the pattern.
 * @throws Error for unsupported syntax: the pattern cannot be judged then.
 */
export function parsePattern(source: string, flags: string): Tree {
  const reader = new Reader(source, flags)
  const tree = reader.choice()
  if (!reader.isAtEnd()) throw new Error(`unread: ${source.slice(reader.at)}`)
  return tree
}

class Reader {
  readonly #source: string
  readonly #unicode: boolean
  readonly #nested: boolean
  at = 0

  constructor(source: string, flags: string) {
    this.#source = source
    this.#unicode = /[uv]/.test(flags)
    this.#nested = flags.includes('v')
  }

  isAtEnd = (): boolean => this.at >= this.#source.length

  choice(): Tree {
    const options = [this.#sequence()]
    while (this.#take('|')) options.push(this.#sequence())
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options }
  }

  #sequence(): Tree {
    const parts: Tree[] = []
    while (!this.isAtEnd() && !this.#isNext('|') && !this.#isNext(')')) {
      parts.push(this.#quantified(this.#term()))
    }
    return parts.length === 1 && parts[0] ? parts[0] : { kind: 'sequence', parts }
  }

  #term(): Tree {
    if (this.#take('^')) return { kind: 'start' }
    if (this.#take('$') || this.#take('\\b') || this.#take('\\B')) return { kind: 'condition' }
    if (this.#isNext('(')) return this.#group()
    if (this.#isNext('[')) return { kind: 'character', source: this.#set() }
    if (this.#isNext('\\')) return this.#escape()
    const point = this.#source.codePointAt(this.at) ?? 0
    const character = this.#unicode ? String.fromCodePoint(point) : this.#source.charAt(this.at)
    this.at += character.length
    return { kind: 'character', source: /[/{}\]]/.test(character) ? `\\${character}` : character }
  }

  #group(): Tree {
    const opening = /\((?:\?(?:<?[=!]|:|<[^>]*>|[a-z-]+:))?/uy
    const [sign = ''] = this.#match(opening) ?? []
    const body = this.choice()
    if (!this.#take(')')) throw new Error(`unclosed: ${this.#source}`)
    if (/^\(\?[=!]/.test(sign)) return { kind: 'ahead', body }
    return /^\(\?<[=!]/.test(sign) ? { kind: 'behind', body } : body
  }

  /** Reads a class in brackets; with the flag v, classes nest. */
  #set(): string {
    const from = this.at
    let depth = 0
    do {
      if (this.#isNext('\\')) this.at += 1
      else if (this.#isNext('[') && (depth === 0 || this.#nested)) depth += 1
      else if (this.#isNext(']')) depth -= 1
      this.at += 1
    } while (depth > 0 && !this.isAtEnd())
    return this.#source.slice(from, this.at)
  }

  #escape(): Tree {
    if (this.#match(/\\(?:[1-9]\d*|k<[^>]*>)/y)) return { kind: 'reference' }
    const one =
      this.#match(/\\(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z])/y) ??
      (this.#unicode ? this.#match(/\\[pP]\{[^}]*\}/y) : null) ??
      this.#match(/\\[\s\S]/uy)
    if (one === null) throw new Error(`unread: ${this.#source.slice(this.at)}`)
    return { kind: 'character', source: one[0] }
  }

  #quantified(body: Tree): Tree {
    const found = this.#match(/(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y)
    if (found === null) return body
    const [sign, least = '', comma, most = ''] = found
    if (sign.startsWith('{')) {
      const min = Number(least)
      const max = comma === '' ? min : most === '' ? Number.POSITIVE_INFINITY : Number(most)
      return { kind: 'repeat', body, min, max }
    }
    const max = sign.startsWith('?') ? 1 : Number.POSITIVE_INFINITY
    return { kind: 'repeat', body, min: sign.startsWith('+') ? 1 : 0, max }
  }

  #isNext = (text: string): boolean => this.#source.startsWith(text, this.at)

  #take(text: string): boolean {
    const isNext = this.#isNext(text)
    if (isNext) this.at += text.length
    return isNext
  }

  #match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.at
    const found = sticky.exec(this.#source)
    if (found !== null) this.at += found[0].length
    return found
  }
}
