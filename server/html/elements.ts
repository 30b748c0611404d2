// Elements and attributes that pages may use, named as in the HTML and SVG standards. Other names do not compile.
// `style` and event attributes do not compile either, because the pages' policy blocks them. Add new elements and
// attributes here. Names with a hyphen (`data-…`) need no entry: the compiler accepts them, and the renderer refuses
// values that are not text.
import type { Child, Markup } from './markup.ts'

/** `undefined` omits the attribute. */
type Text = string | undefined
type Value = string | number | undefined
/** Boolean attribute, present or absent. */
type Flag = boolean | undefined
/** Class names. In a list, falsy entries are dropped. */
type Classes = string | readonly (string | false | null | undefined)[] | undefined

/** Attributes of every element. */
export interface Attributes {
  'aria-controls'?: Text
  'aria-current'?: 'page' | 'step' | 'true' | undefined
  'aria-describedby'?: Text
  'aria-expanded'?: 'true' | 'false' | undefined
  'aria-hidden'?: 'true' | undefined
  'aria-invalid'?: 'true' | undefined
  'aria-label'?: Text
  'aria-labelledby'?: Text
  'aria-live'?: 'polite' | undefined
  'aria-pressed'?: 'true' | 'false' | undefined
  'aria-sort'?: 'ascending' | 'descending' | 'none' | undefined
  autofocus?: Flag
  class?: Classes
  hidden?: Flag
  id?: Text
  lang?: Text
  role?: Text
  tabindex?: Value
  title?: Text
}

/** Element with children. */
interface Container extends Attributes {
  children?: Child
}

interface Anchor extends Container {
  download?: Text
  href?: Text
  hreflang?: Text
  rel?: Text
}

interface Button extends Container {
  disabled?: Flag
  form?: Text
  formaction?: Text
  formmethod?: 'get' | 'post' | undefined
  formnovalidate?: Flag
  name?: Text
  type: 'submit' | 'button'
  value?: Text
}

interface Details extends Container {
  open?: Flag
}

interface Fieldset extends Container {
  disabled?: Flag
}

interface Form extends Container {
  action?: Text
  enctype?: 'multipart/form-data' | undefined
  method: 'get' | 'post' | 'dialog'
}

interface Image extends Attributes {
  alt: string
  height?: Value
  loading?: 'lazy' | undefined
  src: string
  width?: Value
}

/** Attributes of an input. */
export interface InputAttributes extends Attributes {
  accept?: Text
  autocomplete?: Text
  checked?: Flag
  disabled?: Flag
  form?: Text
  inputmode?: 'decimal' | 'email' | 'numeric' | 'tel' | 'text' | 'url' | undefined
  list?: Text
  max?: Value
  maxlength?: Value
  min?: Value
  minlength?: Value
  multiple?: Flag
  name?: Text
  pattern?: Text
  placeholder?: Text
  readonly?: Flag
  required?: Flag
  spellcheck?: 'false' | undefined
  step?: Value
  type?: Text
  value?: Value
}

interface Label extends Container {
  /** Absent if the label contains the field. */
  for?: Text
}

interface Link extends Attributes {
  /** Kind of a preloaded file. */
  as?: Text
  crossorigin?: Text
  href: string
  hreflang?: Text
  rel: string
  type?: Text
}

interface Meta extends Attributes {
  charset?: Text
  content?: Text
  name?: Text
}

interface Option extends Container {
  selected?: Flag
  disabled?: Flag
  value?: Value
}

interface Progress extends Container {
  max?: Value
  value?: Value
}

/** Script element. Data for scripts goes into `data-` attributes, because text inside a script cannot be escaped. */
interface Script extends Attributes {
  defer?: Flag
  src: string
  type?: 'module' | undefined
}

interface Select extends Container {
  autocomplete?: Text
  disabled?: Flag
  form?: Text
  name?: Text
  required?: Flag
}

interface Source extends Attributes {
  media?: Text
  srcset: string
}

interface Style extends Attributes {
  children: Markup
}

interface Cell extends Container {
  colspan?: Value
  scope?: 'col' | 'row' | 'colgroup' | 'rowgroup' | undefined
}

interface TextArea extends Container {
  maxlength?: Value
  name?: Text
  placeholder?: Text
  required?: Flag
  rows?: Value
  spellcheck?: 'false' | undefined
}

interface Time extends Container {
  datetime?: Text
}

/** SVG element with the presentation attributes in use. */
interface Svg extends Container {
  fill?: Text
  focusable?: 'false' | undefined
  height?: Value
  preserveAspectRatio?: Text
  'shape-rendering'?: Text
  stroke?: Text
  'stroke-linecap'?: Text
  'stroke-linejoin'?: Text
  'stroke-width'?: Value
  viewBox?: Text
  width?: Value
  /** Set only if the drawing is a separate file. */
  xmlns?: 'http://www.w3.org/2000/svg' | undefined
}

interface Shape extends Svg {
  cx?: Value
  cy?: Value
  d?: Text
  r?: Value
  rx?: Value
  'text-anchor'?: Text
  x?: Value
  y?: Value
}

interface Use extends Svg {
  href: Text
  transform?: Text
}

/** Attributes by element. */
export type Elements = {
  a: Anchor
  address: Container
  article: Container
  aside: Container
  body: Container
  br: Attributes
  button: Button
  caption: Container
  circle: Shape
  code: Container
  datalist: Container
  dd: Container
  defs: Svg
  details: Details
  dialog: Details
  div: Container
  dl: Container
  dt: Container
  em: Container
  fieldset: Fieldset
  figcaption: Container
  figure: Container
  footer: Container
  form: Form
  g: Shape
  h1: Container
  h2: Container
  h3: Container
  h4: Container
  head: Container
  header: Container
  hr: Attributes
  html: Container
  img: Image
  input: InputAttributes
  kbd: Container
  label: Label
  legend: Container
  li: Container
  link: Link
  main: Container
  meta: Meta
  nav: Container
  noscript: Container
  ol: Container
  option: Option
  output: Container
  p: Container
  path: Shape
  picture: Container
  pre: Container
  progress: Progress
  rect: Shape
  script: Script
  search: Container
  section: Container
  select: Select
  source: Source
  span: Container
  strong: Container
  style: Style
  summary: Container
  svg: Svg
  table: Container
  tbody: Container
  td: Cell
  text: Shape
  textarea: TextArea
  tfoot: Container
  th: Cell
  thead: Container
  time: Time
  title: Container
  tr: Container
  ul: Container
  use: Use
  wbr: Attributes
}
