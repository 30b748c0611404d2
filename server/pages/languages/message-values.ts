// Types of the values of a message, read from its ICU text by the compiler. README.md has the rules of the texts.
import type { Child, Markup } from '../../html/markup.ts'

/** Ends of the text before `{` where the brace opens a branch of a plural, not an argument. */
type BranchStart =
  | `${string} ${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'} `
  | `${string} =${number} `

/** Contents of each argument's braces up to the first closing brace, such as `name` or `count, plural, one {# part`. */
type Heads<Text extends string> = Text extends `${infer Before}{${infer After}`
  ?
      | (Before extends BranchStart
          ? never
          : After extends `${infer Head}}${string}`
            ? Head
            : never)
      | Heads<After>
  : never

type NumberName<Head extends string> = Head extends `${infer Name}, plural,${string}` ? Name : never
type TextName<Head extends string> = Head extends `${string},${string}` ? never : Head

type TagName<Text extends string> = Text extends `${string}<${infer Tag}>${infer After}`
  ? (Tag extends `/${string}` ? never : Tag) | TagName<After>
  : never

/** Values by name: a number for a plural, otherwise text. */
export type TextValues<Text extends string> = {
  readonly [Name in NumberName<Heads<Text>>]: number
} & { readonly [Name in TextName<Heads<Text>>]: string }

/** Values by name. Markup may replace text, and each tag has a function that wraps its contents. */
export type RichValues<Text extends string> = {
  readonly [Name in NumberName<Heads<Text>>]: number
} & { readonly [Name in TextName<Heads<Text>>]: string | Markup } & {
  readonly [Tag in TagName<Text>]: (contents: Child) => Markup
}
