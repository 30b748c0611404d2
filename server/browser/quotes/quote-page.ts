// Parts on the page, and the actions on them.

import { isObject } from '../../domain/base/is-object.ts'
import { parseJson } from '../../domain/base/text/parse-json.ts'
import { maxLines } from '../../domain/cart/cart.ts'
import { layerHeightRangeMm } from '../../domain/catalog/print-options.ts'
import type { ShippingPace } from '../../domain/lead-time/ship-date.ts'
import { noChanges } from '../../domain/measurement/part-changes.ts'
import { type LengthUnit, lengthUnits } from '../../domain/models/format.ts'
import { isColorMissing } from '../../pages/quotes/options/order-fields.ts'
import { plateSizeMm } from '../../pages/quotes/parts/report.tsx'
import { loadPartWords, words } from '../base/page-words.ts'
import type { Core } from '../core/core-client.ts'
import { openFiles } from './files/open-files.ts'
import { maxKeptSurfaces, PartReader } from './files/part-reader.ts'
import type { Elements } from './form/elements.ts'
import { colorWords, optionsOf, readFields, viewHexOf, writeFields } from './form/fields.ts'
import { markField } from './form/mark-field.ts'
import { newPart } from './form/new-part.ts'
import { renderPresets } from './form/presets.ts'
import { fitLayerHeight, markFields } from './form/ranges.ts'
import {
  asInFile,
  isSameShape,
  overhangMm2,
  readShape,
  renderShape,
  type Shape,
  writeShape,
} from './form/shape.ts'
import { Typing } from './form/typing.ts'
import { PartList } from './list/part-list.ts'
import { sayNotLoaded } from './not-loaded.ts'
import type { KeptPage, KeptPart } from './parts/kept-parts.ts'
import { isSameFields, isSameSlice } from './parts/part-choices.ts'
import type { PartReading, PartState } from './parts/part-state.ts'
import { statusOf } from './parts/part-status.ts'
import { HollowOffer } from './price/hollow-offer.ts'
import { renderPrice } from './price/render-price.ts'
import { renderPart } from './view/render-part.ts'
import type { ViewPanel } from './view/view-panel.ts'

export class QuotePage {
  readonly parts: PartState[] = []
  readonly #page: Elements
  readonly #view: ViewPanel
  readonly #pace: ShippingPace | null
  /** Offset of the service's clock from the visitor's clock, in milliseconds. */
  readonly #clockSkewMs: number
  readonly #list: PartList
  readonly #hollow: HollowOffer
  readonly #reader: PartReader
  /** Called after every change of the state that a later visit restores. */
  readonly #onChange: () => void
  #active: PartState | null = null
  #nextId = 1
  /** Delays reading the file until a typed size or wall thickness is complete. */
  readonly #typing = new Typing(250)

  /** Choices last applied to all parts. null after the next change. */
  #applied: Applied | null = null
  /** Whether parts are being added to the basket. */
  isAdding = false

  constructor(page: Elements, core: Core, { view, onChange }: QuotePageOptions) {
    this.#page = page
    this.#view = view
    this.#onChange = onChange
    this.#list = new PartList(page, core)
    this.#hollow = new HollowOffer(page, core)
    this.#reader = new PartReader(core, {
      isShown: (part) => part === this.#active,
      keepsSurfaces: () => this.parts.length <= maxKeptSurfaces,
      onProgress: (share) => this.#showProgress(share),
      onFinding: (part, finding) => this.#showFinding(part, finding),
      onSurface: (part) => this.#showSurface(part),
      onAdvice: (part) => renderPart(page, part),
      onFailedChange: (part) => this.#undoFailed(part),
      onPrice: () => this.#renderPrice(),
    })
    this.#pace = paceOf(page.form.dataset)
    // A page rendered by the previous release has no clock.
    this.#clockSkewMs = (this.#pace?.nowMs ?? Date.now()) - Date.now()
    this.#reflectChoices()
    this.#renderPrice()
  }

  /** Opens the models in the files. */
  async add(chosen: readonly File[]): Promise<void> {
    const hasWords = await loadPartWords().then(
      () => true,
      () => false,
    )
    if (!hasWords) return sayNotLoaded(this.#page, 'words.notLoaded')
    const { files, note } = await openFiles(
      chosen,
      this.parts.map(({ file }) => file),
    )
    if (note !== '') this.#page.announce.textContent = note
    this.#page.addNote.textContent = note
    this.#take(
      files.map((file) => this.#newPart(file)),
      0,
    )
  }

  /** Restores parts of an earlier visit. The words about parts have to be loaded. */
  restore(kept: readonly KeptPart[], open: number): void {
    const room = Math.max(0, maxLines - this.parts.length)
    this.#take(
      kept.slice(0, room).map(({ file, ...known }) => ({ ...this.#newPart(file), ...known })),
      open,
    )
  }

  /** Returns the state that a later visit restores. */
  kept(): KeptPage {
    const open = this.#active === null ? 0 : this.parts.indexOf(this.#active)
    return { parts: [...this.parts], open: Math.max(0, open) }
  }

  #take(added: readonly PartState[], open: number): void {
    const opened = added[open] ?? added[0]
    if (opened === undefined) return
    for (const part of added) part.options = optionsOf(part.fields)
    this.parts.push(...added)
    this.#activate(opened)
    for (const part of added) void this.#reader.read(part)
    this.#onChange()
  }

  open(id: number): void {
    const part = this.parts.find((one) => one.id === id)
    if (part === undefined || part === this.#active) return
    this.#activate(part)
    // The view stores only the shown part.
    if (part.surface === null && part.finding.state !== 'reading') {
      void this.#reader.read(part, { isForView: true })
    }
  }

  remove(id: number): void {
    const index = this.parts.findIndex((part) => part.id === id)
    const [removed] = index === -1 ? [] : this.parts.splice(index, 1)
    if (removed === undefined) return
    this.#onChange()
    removed.reading++
    if (removed === this.#active) this.#typing.drop()
    const next = this.parts[Math.min(index, this.parts.length - 1)]
    if (removed !== this.#active) {
      this.#renderPrice()
    } else if (next === undefined) {
      this.#clear()
    } else {
      this.open(next.id)
    }
  }

  /** Applies the current values of the form. */
  readChoices(): void {
    const part = this.#active
    fitLayerHeight(this.#page)
    if (part !== null) this.#setFields(part, readFields(this.#page.form))
    this.#reflectChoices()
    this.#renderPrice()
  }

  /** Applies these choices of the shown part to all parts. */
  applyToAll(names: readonly string[]): void {
    const active = this.#active
    if (active === null || names.length === 0) return
    const before = new Map(
      this.parts.map(({ id, fields, isAdded }) => [id, { fields, isAdded }] as const),
    )
    const chosen = [...active.fields].filter(([name]) => names.includes(name))
    for (const part of this.parts) this.#setFields(part, new Map([...part.fields, ...chosen]))
    const revisions = new Map(this.parts.map(({ id, revision }) => [id, revision]))
    this.#applied = { chosen: new Map(chosen), before, revisions }
    this.#showFields()
    const count = words.count(this.parts.length)
    this.#list.sayApplied(words.text('apply.done', { count }))
    this.#page.announce.textContent = words.text('apply.announce', { count })
  }

  undoApply(): void {
    const applied = this.#applied
    if (applied === null) return
    for (const part of this.parts) {
      const before = applied.before.get(part.id)
      if (before === undefined) continue
      const isSince = part.revision !== applied.revisions.get(part.id)
      const restored = [...applied.chosen].flatMap(([name, value]) =>
        part.fields.get(name) === value ? [[name, before.fields.get(name) ?? value] as const] : [],
      )
      this.#setFields(part, new Map([...part.fields, ...restored]))
      if (!isSince) part.isAdded = before.isAdded
    }
    this.#applied = null
    this.#list.sayApplied('')
    this.#showFields()
  }

  setQuantity(id: number, text: string): void {
    const part = this.parts.find((one) => one.id === id)
    if (part === undefined) return
    this.#setFields(part, new Map([...part.fields, ['quantity', text]]))
    this.#showFields()
  }

  #showFields(): void {
    if (this.#active !== null) writeFields(this.#page.form, this.#active.fields)
    this.#reflectChoices()
    this.#renderPrice()
  }

  #setFields(part: PartState, fields: ReadonlyMap<string, string>): void {
    const before = part.options
    if (isSameFields(part.fields, fields)) return
    part.fields = fields
    part.options = optionsOf(fields)
    // A wider nozzle prints wider lines, so different walls are too thin for it.
    if (before.nozzleDiameter !== part.options.nozzleDiameter) void this.#reader.read(part)
    else if (!isSameSlice(before, part.options)) void this.#reader.support(part)
    this.#changed(part)
  }

  setUnits(text: string): void {
    const part = this.#active
    if (part === null) return
    part.units = lengthUnits.find((unit): unit is LengthUnit => unit === text) ?? null
    this.#changed(part)
    void this.#reader.read(part)
  }

  /** Applies the scale and the cavity in the form. */
  readShape({ isTyping }: { readonly isTyping: boolean }): void {
    const part = this.#active
    this.#typing.drop()
    if (part === null) return
    const shape = readShape(this.#page, part)
    part.isShapeWrong = shape === null
    if (shape !== null && !isSameShape(shape, part)) {
      this.#typing.start(() => this.#setShape(part, shape))
      if (!isTyping) this.#typing.finish()
    }
    this.#renderPrice()
  }

  /** Rotates the part onto its best face, or back to its original orientation. */
  toggleOrientation(): void {
    const part = this.#active
    const shape = part === null ? null : readShape(this.#page, part)
    if (part === null || shape === null) return
    const { changes, finding } = part
    const orient = !changes.orient
    const isOnlyTurned = isSameShape(shape, part)
    const overhang = finding.state === 'known' ? overhangMm2(finding.inspection) : null
    this.#setShape(part, { ...shape, changes: { ...shape.changes, orient } })
    if (orient && isOnlyTurned) part.overhangBeforeMm2 = overhang
  }

  undoChanges(): void {
    const part = this.#active
    if (part === null) return
    writeShape(this.#page, asInFile)
    this.#setShape(part, asInFile)
    // The button that had the focus was removed.
    this.#page.orient.focus()
  }

  #setShape(part: PartState, shape: Shape): void {
    this.#typing.drop()
    Object.assign(part, shape, {
      overhangBeforeMm2: null,
      changeNote: '',
      isShapeWrong: false,
    })
    this.#changed(part)
    void this.#reader.read(part)
  }

  /** Handles a change of the part's geometry. */
  #changed(part: PartState): void {
    part.isAdded = false
    part.revision++
    if (this.#applied !== null) {
      this.#applied = null
      this.#list.sayApplied('')
    }
    this.#onChange()
  }

  /** Clears the added state: the basket no longer contains the parts, or the user wants to add them again. */
  forgetAdded(): void {
    for (const part of this.parts) part.isAdded = false
    this.refresh()
  }

  /** Updates the page while parts are added to the basket, and afterwards. */
  refresh(): void {
    this.#renderPrice()
    this.#onChange()
  }

  /** Opens the first part with an unnamed custom color. Returns false if there is none. */
  askForColor(): boolean {
    const part = this.parts.find(({ fields }) => isColorMissing(fields))
    // If any part is ready, those parts are added without this one.
    if (part === undefined || this.parts.some((one) => statusOf(one).kind === 'ready')) return false
    this.open(part.id)
    const { customColor } = this.#page
    markField(customColor, words.text('choice.nameColor'))
    customColor.focus()
    return true
  }

  /** Shows the locations of a fault one after another. */
  showFault(button: HTMLButtonElement, kind: string): void {
    const finding = this.#active?.finding
    if (finding?.state !== 'known') return
    const found = [...finding.places].find(([known]) => known === kind)?.[1] ?? []
    const turn = Number(button.dataset['next'] ?? '0') % Math.max(1, found.length)
    const place = found[turn]
    if (place === undefined) return
    button.dataset['next'] = String(turn + 1)
    const count = button.querySelector('[data-turn]')
    if (count !== null) count.textContent = `${turn + 1}/${found.length}`
    this.#view.focus(place)
  }

  #newPart(file: File): PartState {
    return newPart({ id: this.#nextId++, file, fields: readFields(this.#page.form) })
  }

  #activate(part: PartState): void {
    this.#typing.finish()
    this.#active = part
    this.#page.stage.classList.add('occupied')
    writeFields(this.#page.form, part.fields)
    writeShape(this.#page, part)
    part.isShapeWrong = false
    this.#reflectChoices()
    renderPart(this.#page, part)
    this.#showSurface(part)
    this.#renderPrice()
  }

  /** Undoes changes that failed. The file was readable before them. */
  #undoFailed(part: PartState): void {
    const shape = { scale: part.scale, changes: noChanges }
    if (part === this.#active) writeShape(this.#page, shape)
    this.#setShape(part, shape)
    part.changeNote = words.text('changed.failed')
  }

  #showFinding(part: PartState, finding: PartReading): void {
    part.finding = finding
    if (part === this.#active) {
      this.#page.reading.hidden = true
      renderPart(this.#page, part)
      if (finding.state === 'refused') this.#view.clear()
      this.showPlate(0)
    }
    this.#renderPrice()
  }

  #showProgress(share: number): void {
    const { reading, readingText, readingBar } = this.#page
    reading.hidden = false
    readingText.textContent = words.text(share >= 1 ? 'read.measuring' : 'read.file')
    if (share > 0 && share < 1) {
      readingBar.value = share
    } else {
      readingBar.removeAttribute('value')
    }
  }

  /** Shows the surface, which the view takes ownership of. */
  #showSurface(part: PartState): void {
    if (part.surface === null) {
      if (part.finding.state !== 'known') this.#view.clear()
      this.showPlate(0)
      return
    }
    this.#view.show(part, part.surface)
    part.surface = null
  }

  /** Shows the box of a plate of a sliced file, which has no surface. */
  showPlate(index: number): void {
    const part = this.#active
    if (part?.finding.state !== 'known' || part.finding.measurement.kind !== 'sliced') return
    const plate = part.finding.measurement.report.perPlate[index]
    if (plate !== undefined) this.#view.showBox(part, plateSizeMm(plate))
  }

  #reflectChoices(): void {
    const page = this.#page
    const fields = readFields(page.form)
    const options = optionsOf(fields)
    const radio = page.form.querySelector<HTMLInputElement>('input[name="color"]:checked')
    page.colorName.textContent = colorWords(fields)
    page.customColorBox.classList.toggle('open', radio?.dataset['hex'] === undefined)
    const layers = layerHeightRangeMm(options.nozzleDiameter)
    page.layerHeight.min = String(layers.min)
    page.layerHeight.max = String(layers.max)
    page.layerHeight.placeholder = String(options.layerHeight)
    renderPresets(page.form)
    this.#view.paint(viewHexOf(fields, radio?.dataset['hex'] ?? null), options.layerHeight)
  }

  #renderPrice(): void {
    const country = this.#page.country.value
    markFields(this.#page, this.#active)
    if (this.#active !== null) renderShape(this.#page, this.#active, country)
    const { parts } = this
    const listed = { parts, active: this.#active, country }
    this.#hollow.render(listed)
    this.#list.render(listed)
    renderPrice(this.#page, {
      parts,
      active: this.#active,
      country,
      pace: this.#pace,
      now: new Date(Date.now() + this.#clockSkewMs),
      isTyping: this.#typing.isWaiting,
      isAdding: this.isAdding,
    })
  }

  #clear(): void {
    this.#active = null
    this.#view.clear()
    this.#page.stage.classList.remove('occupied')
    this.#page.form.classList.remove('sliced')
    this.#page.reading.hidden = true
    this.#page.fileName.textContent = words.text('list.yourPart')
    this.#page.readNote.textContent = ''
    this.#page.report.replaceChildren()
    this.#page.stageRefused.replaceChildren()
    this.#page.sizeNotice.replaceChildren()
    this.#renderPrice()
  }
}

type Applied = {
  readonly chosen: ReadonlyMap<string, string>
  readonly before: ReadonlyMap<number, Pick<PartState, 'fields' | 'isAdded'>>
  /** Revisions of the parts' choices right after the choices were applied. */
  readonly revisions: ReadonlyMap<number, number>
}

export type QuotePageOptions = {
  readonly view: ViewPanel
  readonly onChange: () => void
}

/** Returns the shipping pace that the page's server wrote, or null if the farm's load is unknown. */
const paceOf = ({ pace }: DOMStringMap): ShippingPace | null => {
  const value = pace ? parseJson(pace) : null
  return isPace(value) ? value : null
}

/** The server writes all fields or none. */
const isPace = (value: unknown): value is ShippingPace =>
  isObject(value) && typeof value['nowMs'] === 'number' && isObject(value['calendar'])
