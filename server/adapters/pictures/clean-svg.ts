// Rebuilds an SVG logo from the elements and attributes of an allow list. Content that could run, load or follow something is refused by
// name, and so is content without which the picture would be incomplete. Metadata of drawing programs is removed.
import { SaxesParser, type SaxesTagNS } from 'saxes'
import { fail, ok, type Result } from '../../domain/base/result.ts'

export type CleanSvg = { readonly text: string; readonly width: number; readonly height: number }

const maxElements = 2_000
const maxDepth = 32
const maxAttributeCharacters = 50_000
/** Natural size in px when the file states only a viewBox of other units. */
const maxStatedSize = 10_000

const svgNamespace = 'http://www.w3.org/2000/svg'

const shapes = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon']
const groups = ['g', 'defs', 'clipPath', 'mask', 'linearGradient', 'radialGradient', 'stop']
const kept: ReadonlySet<string> = new Set([...shapes, ...groups])
/** Elements that are removed with their content, because they draw nothing. */
const removed: ReadonlySet<string> = new Set(['title', 'desc', 'metadata'])

const attributes: ReadonlySet<string> = new Set([
  ...['d', 'x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'width'],
  ...['height', 'points', 'id', 'transform', 'gradientTransform', 'gradientUnits', 'offset'],
  ...['spreadMethod', 'clipPathUnits', 'maskUnits', 'maskContentUnits', 'pathLength'],
])
/** Allowed as attributes and as properties of a style attribute. */
const properties: ReadonlySet<string> = new Set([
  ...['fill', 'fill-rule', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-linecap'],
  ...['stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset'],
  ...['stroke-opacity', 'opacity', 'color', 'stop-color', 'stop-opacity', 'clip-path', 'clip-rule'],
  ...['mask', 'display', 'visibility', 'vector-effect', 'paint-order'],
])

/** Numbers, colors, keywords and functions such as rgb() and translate(). */
const plainValue = /^[A-Za-z0-9#.,()%+\-\s]*$/
const ownReference = /^url\(\s*['"]?#([A-Za-z_][\w.-]*)['"]?\s*\)(\s+[A-Za-z0-9#]+)?$/
const idValue = /^[A-Za-z_][\w.-]*$/

class Refusal extends Error {}

/** Fails with a sentence. The result has no reference to anything outside itself. */
export function cleanSvg(text: string): Result<CleanSvg, string> {
  try {
    return ok(rebuild(text))
  } catch (error) {
    if (error instanceof Refusal) return fail(error.message)
    // saxes throws plain errors with the line and the column.
    const reason = error instanceof Error ? error.message : String(error)
    return fail(`The SVG is not well-formed: ${reason.slice(0, 120)}`)
  }
}

type Size = Omit<CleanSvg, 'text'>

function rebuild(text: string): CleanSvg {
  const builder = new Builder()
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new Refusal('The SVG declares entities. Save it as plain SVG.')
  })
  parser.on('processinginstruction', ({ target }) => {
    throw new Refusal(`The SVG contains <?${shownName(target)}?>. Save it as plain SVG.`)
  })
  parser.on('opentag', (tag) => builder.open(tag))
  parser.on('closetag', (tag) => builder.close(tag))
  parser.write(text).close()
  return builder.finished()
}

/** Collects the elements that are kept. */
class Builder {
  readonly #out: string[] = []
  #elements = 0
  #depth = 0
  /** Depth of the removed element that is open, or 0. */
  #removedAt = 0
  #size: Size | null = null

  open(tag: SaxesTagNS): void {
    this.#depth += 1
    this.#elements += 1
    if (this.#elements > maxElements) {
      throw new Refusal(`The SVG has more than ${maxElements} elements. Simplify the drawing.`)
    }
    if (this.#depth > maxDepth) {
      throw new Refusal('The SVG is nested too deeply. Simplify the drawing.')
    }
    if (dangerous.has(tag.local.toLowerCase())) refuseElement(tag.local)
    if (this.#removedAt > 0) return
    if (this.#depth === 1) {
      this.#openRoot(tag)
    } else if (isNote(tag)) {
      this.#removedAt = this.#depth
    } else if (kept.has(tag.local)) {
      this.#out.push(`<${tag.local}${attributesOf(tag)}>`)
    } else {
      refuseElement(tag.local)
    }
  }

  #openRoot(tag: SaxesTagNS): void {
    if (tag.local !== 'svg' || tag.uri !== svgNamespace) throw new Refusal('The file is no SVG.')
    this.#size = sizeOf(tag)
    this.#out.push(`<svg xmlns="${svgNamespace}"${rootAttributes(tag, this.#size)}>`)
  }

  close({ local }: SaxesTagNS): void {
    if (this.#removedAt === 0) this.#out.push(`</${local}>`)
    if (this.#removedAt === this.#depth) this.#removedAt = 0
    this.#depth -= 1
  }

  finished(): CleanSvg {
    if (this.#size === null) throw new Refusal('The file is no SVG.')
    return { ...this.#size, text: this.#out.join('') }
  }
}

/** Whether the element draws nothing: titles, metadata, and elements of drawing programs. */
const isNote = ({ uri, local }: SaxesTagNS): boolean =>
  uri === svgNamespace ? removed.has(local) : uri !== ''

const dangerous: ReadonlySet<string> = new Set([
  ...['script', 'foreignobject', 'iframe', 'object', 'embed', 'audio', 'video', 'animate', 'set'],
])

const advice: Readonly<Record<string, string>> = {
  text: 'Convert text to paths.',
  tspan: 'Convert text to paths.',
  style: 'Save it with presentation attributes instead of a style sheet.',
  use: 'Save it as plain SVG, without symbols.',
  symbol: 'Save it as plain SVG, without symbols.',
  image: 'Trace the picture, or upload the logo as PNG.',
}

function refuseElement(name: string): never {
  const shown = name.replaceAll(/[^\w-]/g, '').slice(0, 40)
  throw new Refusal(`The SVG contains <${shown}>. ${advice[shown] ?? 'Save it as plain SVG.'}`)
}

function attributesOf(tag: SaxesTagNS): string {
  const found = new Map<string, string>()
  const values = Object.values(tag.attributes)
  for (const { name, value } of values) {
    if (/^on/i.test(name)) {
      throw new Refusal(`The SVG contains the event attribute ${shownName(name)}.`)
    }
    if (value.length > maxAttributeCharacters) {
      throw new Refusal('The SVG contains a path that is too long. Simplify the drawing.')
    }
    if (isLink(name)) found.set('href', gradientLink(tag.local, value.trim()))
    else if (properties.has(name)) found.set(name, propertyValue(name, value))
    else if (attributes.has(name)) found.set(name, attributeValue(name, value))
  }
  // Properties of a style attribute override attributes.
  const style = values.find(({ name }) => name === 'style')?.value ?? ''
  for (const [property, own] of styleOf(style)) found.set(property, own)
  return [...found].map(([name, value]) => ` ${name}="${value}"`).join('')
}

const isLink = (name: string): boolean => name === 'href' || name.endsWith(':href')

/** A gradient may take its colors from another one of the same file. */
function gradientLink(element: string, value: string): string {
  if (element.endsWith('Gradient') && idValue.test(value.slice(1)) && value.startsWith('#')) {
    return value
  }
  throw new Refusal('The SVG contains a link. Save it as plain SVG, without links.')
}

function styleOf(style: string): readonly (readonly [string, string])[] {
  return style.split(';').flatMap((declaration) => {
    const at = declaration.indexOf(':')
    const property = declaration.slice(0, at).trim()
    if (at === -1 || !properties.has(property)) return []
    return [[property, propertyValue(property, declaration.slice(at + 1))] as const]
  })
}

function propertyValue(name: string, typed: string): string {
  const value = typed.trim()
  const [, id] = ownReference.exec(value) ?? []
  if (id !== undefined) return value.replaceAll(/['"]/g, '')
  if (/url/i.test(value) || !plainValue.test(value)) refuseValue(name)
  return value
}

function attributeValue(name: string, value: string): string {
  if (name === 'id') return idValue.test(value) ? value : refuseValue(name)
  if (/url/i.test(value) || !plainValue.test(value)) refuseValue(name)
  return value.replaceAll(/\s+/g, ' ').trim()
}

function refuseValue(name: string): never {
  throw new Refusal(`The SVG contains a value of ${shownName(name)} that cannot be used.`)
}

/** Returns a name of the file for a sentence. */
const shownName = (name: string) => name.replaceAll(/[^\w:-]/g, '').slice(0, 40)

function rootAttributes(tag: SaxesTagNS, { width, height }: Size): string {
  const box = viewBoxOf(tag) ?? [0, 0, width, height]
  const own = attributesOf(tag).replaceAll(/ (?:x|y|width|height|id)="[^"]*"/g, '')
  return ` viewBox="${box.join(' ')}" width="${width}" height="${height}"${own}`
}

/** Returns the size by the viewBox, which gives the shape, or by the stated width and height. */
function sizeOf(tag: SaxesTagNS): Size {
  const box = viewBoxOf(tag)
  const width = box?.[2] ?? lengthOf(tag.attributes['width']?.value)
  const height = box?.[3] ?? lengthOf(tag.attributes['height']?.value)
  const isSize = (side: number) => Number.isFinite(side) && side > 0 && side <= maxStatedSize
  if (!isSize(width) || !isSize(height)) {
    throw new Refusal(
      `The SVG needs a viewBox, or a width and a height, of at most ${maxStatedSize.toLocaleString('en-US')}.`,
    )
  }
  return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
}

function viewBoxOf(tag: SaxesTagNS): readonly [number, number, number, number] | null {
  const text = tag.attributes['viewBox']?.value
  if (text === undefined) return null
  const [x, y, width, height, ...more] = text
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null
  const box = [x, y, width, height] as const
  return more.length === 0 && box.every(Number.isFinite) ? box : null
}

const lengthOf = (text = ''): number => {
  const [, digits] = /^(\d{1,6}(?:\.\d{1,6})?)(?:px)?$/.exec(text.trim()) ?? []
  return digits === undefined ? Number.NaN : Number(digits)
}
