// Words of the components that a page's script renders as well: the formats of a language, and those messages that the
// page gives its script. A bundle contains neither a catalog nor the parser of messages.
import type { English } from './en.ts'
import { type Formats, formatsOf } from './formats.ts'
import { type Language, localeOf } from './languages.ts'
import type { TextValues } from './message-values.ts'
import type { ScriptKey } from './script-messages.ts'
import type { Given } from './words.ts'

export type ScriptWords = Formats & {
  /** Returns a message as text. */
  readonly text: <K extends ScriptKey>(key: K, ...given: Given<TextValues<English[K]>>) => string
}

type Values = Readonly<Record<string, unknown>>

/** Returns messages by key. `lines`: those of script-messages.ts. */
export const messagesIn = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines.split('\n').map((line) => {
      const end = line.indexOf('=')
      return [line.slice(0, end), line.slice(end + 1)] as const
    }),
  )

/** Returns the words of a script. Messages may be added later. */
export function scriptWords(
  language: Language,
  messages: ReadonlyMap<string, string>,
): ScriptWords {
  const formats = formatsOf(language)
  const writer = { formats, plurals: new Intl.PluralRules(localeOf(language)) }
  return {
    ...formats,
    text: (key, ...[values]) => fillIn(messages.get(key) ?? '', (values ?? {}) as Values, writer),
  }
}

type Writer = { readonly formats: Formats; readonly plurals: Intl.PluralRules }

/** Fills in the values and plurals of a message. A message without values is returned as it is. */
function fillIn(source: string, values: Values, writer: Writer): string {
  let text = ''
  let from = 0
  for (let open = source.indexOf('{'); open !== -1; open = source.indexOf('{', from)) {
    const end = closingOf(source, open)
    text += source.slice(from, open) + argument(source.slice(open + 1, end), values, writer)
    from = end + 1
  }
  return text + source.slice(from)
}

/** Writes `name`, or the form of `name, plural, one {# part} other {# parts}`. */
function argument(source: string, values: Values, writer: Writer): string {
  const [name = ''] = source.split(',', 1)
  const value = values[name]
  if (name === source) return String(value)
  const count = Number(value)
  const form = writer.plurals.select(count)
  const forms = formsOf(source.slice(source.indexOf('plural,') + 'plural,'.length))
  const chosen = forms.get(form) ?? forms.get('other') ?? ''
  return fillIn(chosen.replaceAll('#', writer.formats.number(count)), values, writer)
}

/** ` one {# part} other {# parts}` by name. */
function formsOf(source: string): ReadonlyMap<string, string> {
  const forms = new Map<string, string>()
  let from = 0
  for (let open = source.indexOf('{'); open !== -1; open = source.indexOf('{', from)) {
    const end = closingOf(source, open)
    forms.set(source.slice(from, open).trim(), source.slice(open + 1, end))
    from = end + 1
  }
  return forms
}

/** Returns the place of the brace that closes the one at `open`. */
function closingOf(source: string, open: number): number {
  let depth = 0
  for (let at = open; at < source.length; at++) {
    if (source[at] === '{') depth++
    if (source[at] === '}') depth--
    if (depth === 0) return at
  }
  return source.length
}
