// Functions that TypeScript and Bun compile JSX to. Each element is rendered to markup immediately. tsconfig.json names
// this folder as the import source, and package.json maps it.
import type { Elements } from './elements.ts'
import { type Child, escapeText, htmlOf, isMarkup, type Markup, raw } from './markup.ts'

type Component = (props: never) => Child
type Props = Readonly<Record<string, unknown>> & { readonly children?: Child }

export declare namespace JSX {
  type Element = Markup
  type ElementType = keyof Elements | Component
  type ElementChildrenAttribute = { children: unknown }
  type IntrinsicElements = Elements
}

/** Renders `<a>`, `<Component>` and `<>`. */
export function jsx(type: string | ((props: Props) => Child), props: Props): Markup {
  if (typeof type === 'string') return elementOf(type, props)
  const made = type(props)
  return isMarkup(made) ? made : raw(htmlOf(made))
}

export { jsx as jsxs }

/** Renders `<>…</>`. */
export const Fragment = ({ children }: { readonly children?: Child }): Child => children

/** Elements that are not written as `<tag>contents</tag>`. */
const kinds = new Map<string, 'void' | 'raw text' | 'lines'>([
  // These elements have neither contents nor an end tag (HTML standard 13.1.2).
  ...'area base br col embed hr img input link meta source track wbr'
    .split(' ')
    .map((tag) => [tag, 'void'] as const),
  // The content of these elements has no character references.
  ['script', 'raw text'],
  ['style', 'raw text'],
  // Parsers drop a leading line break.
  ['pre', 'lines'],
  ['textarea', 'lines'],
])

function elementOf(tag: string, props: Props): Markup {
  const kind = kinds.get(tag)
  let html = `<${tag}`
  for (const name in props) {
    if (name !== 'children') html += attributeOf(name, props[name])
  }
  if (kind === 'void') return raw(`${html}/>`)
  const { children } = props
  if (kind === 'raw text' && children !== undefined && !isMarkup(children)) {
    throw new TypeError(`Text cannot be escaped in <${tag}>.`)
  }
  const contents = htmlOf(children)
  const start = kind === 'lines' && /^\r?\n/.test(contents) ? '\n' : ''
  return raw(`${html}>${start}${contents}</${tag}>`)
}

/** Characters that end an attribute name (HTML standard 13.1.2.3). */
const notInName = /[\s"'<>/=]/
const checkedNames = new Set<string>()

function attributeOf(name: string, value: unknown): string {
  if (value === undefined || value === null || value === false) return ''
  if (!checkedNames.has(name)) checkName(name)
  if (typeof value === 'string') return ` ${name}="${escapeText(value)}"`
  if (value === true) return ` ${name}`
  if (typeof value === 'number') return ` ${name}="${value}"`
  if (!Array.isArray(value)) throw new TypeError(`An attribute cannot be a ${typeof value}.`)
  // Keeps the truthy classes.
  const classes = value.filter((one) => typeof one === 'string' && one !== '').join(' ')
  return classes === '' ? '' : ` ${name}="${escapeText(classes)}"`
}

/** Throws for an invalid attribute name. The compiler checks names in a template, but not those of a spread object. */
function checkName(name: string): void {
  if (name === '' || notInName.test(name)) throw new TypeError('Not the name of an attribute.')
  checkedNames.add(name)
}
