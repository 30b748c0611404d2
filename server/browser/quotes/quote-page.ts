// The parts on the page, and what happens to them.
import { maxLines } from '../../domain/cart/cart.ts'
import type { PrintOptions } from '../../domain/catalog/options.ts'
import { layerHeightRangeMm } from '../../domain/catalog/print-options.ts'
import type { FarmPace } from '../../domain/lead-time/lead-time.ts'
import { isChanging, noChanges } from '../../domain/measurement/part-changes.ts'
import type { PartSupports } from '../../domain/measurement/supports.ts'
import { type LengthUnit, lengthUnits } from '../../domain/models/format.ts'
import { isColorMissing } from '../../pages/quotes/order-fields.ts'
import { plateSizeMm } from '../../pages/quotes/report.tsx'
import type { Core } from '../core/core-client.ts'
import type { Elements } from './elements.ts'
import { colorWords, hexOf, optionsOf, readFields, writeFields } from './fields.ts'
import { HollowOffer } from './hollow-offer.ts'
import type { KeptPage, KeptPart } from './kept-parts.ts'
import { markField } from './mark-field.ts'
import { openFiles } from './open-files.ts'
import { PartList } from './part-list.ts'
import type { Finding, KnownPart, PartState } from './part-state.ts'
import { statusOf } from './part-status.ts'
import { renderPresets } from './presets.ts'
import { fitLayerHeight, markFields } from './ranges.ts'
import { inspectPart, measurePart, supportPart } from './read-part.ts'
import { renderPart } from './render-part.ts'
import { renderPrice } from './render-price.ts'
import {
  asInFile,
  isSameShape,
  overhangMm2,
  readShape,
  renderShape,
  type Shape,
  writeShape,
} from './shape.ts'
import { Typing } from './typing.ts'
import type { ViewPanel } from './view-panel.ts'

export class QuotePage {
  readonly parts: PartState[] = []
  readonly #page: Elements
  readonly #core: Core
  readonly #view: ViewPanel
  readonly #pace: FarmPace | null
  readonly #list: PartList
  readonly #hollow: HollowOffer
  /** Called after every change of what a later visit gets back. */
  readonly #onChange: () => void
  #active: PartState | null = null
  #nextId = 1
  /** A size or a wall that is being typed: the file is not read at every digit. */
  readonly #typing = new Typing(250)

  /** What was applied to all parts last, until the next change. */
  #applied: Applied | null = null
  /** Parts are on their way into the basket. */
  isAdding = false

  constructor(page: Elements, core: Core, { view, onChange }: QuotePageOptions) {
    this.#page = page
    this.#core = core
    this.#view = view
    this.#onChange = onChange
    this.#list = new PartList(page, core)
    this.#hollow = new HollowOffer(page, core)
    this.#pace = paceOf(page.form.dataset)
    this.#reflectChoices()
    this.#renderPrice()
  }

  /** Opens the models in the files. */
  async add(chosen: readonly File[]): Promise<void> {
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

  /** Parts of an earlier visit. */
  restore(kept: readonly KeptPart[], open: number): void {
    const room = Math.max(0, maxLines - this.parts.length)
    this.#take(
      kept.slice(0, room).map(({ file, ...known }) => ({ ...this.#newPart(file), ...known })),
      open,
    )
  }

  /** What a later visit gets back. */
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
    for (const part of added) void this.#read(part)
    this.#onChange()
  }

  open(id: number): void {
    const part = this.parts.find((one) => one.id === id)
    if (part === undefined || part === this.#active) return
    this.#activate(part)
    // The view keeps no part but the shown one.
    if (part.surface === null && part.finding.state !== 'reading') {
      void this.#read(part, { isForView: true })
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

  /** Gives all parts these choices of the shown one. */
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
    this.#list.sayApplied(`All ${this.parts.length} parts have these choices.`)
    this.#page.announce.textContent = `Applied to all ${this.parts.length} parts.`
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
    // A wider nozzle draws wider lines: other walls are too thin for it.
    if (before.nozzleDiameter !== part.options.nozzleDiameter) void this.#read(part)
    else if (!isSameSlice(before, part.options)) void this.#support(part)
    this.#changed(part)
  }

  setUnits(text: string): void {
    const part = this.#active
    if (part === null) return
    part.units = lengthUnits.find((unit): unit is LengthUnit => unit === text) ?? null
    this.#changed(part)
    void this.#read(part)
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

  /** Lays the part on its best face, or back on the face on which it was. */
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
    // The button that had the focus is gone.
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
    void this.#read(part)
  }

  /** It is another part now. */
  #changed(part: PartState): void {
    part.isAdded = false
    part.revision++
    if (this.#applied !== null) {
      this.#applied = null
      this.#list.sayApplied('')
    }
    this.#onChange()
  }

  /** The basket does not have them any more, or they are wanted once more. */
  forgetAdded(): void {
    for (const part of this.parts) part.isAdded = false
    this.refresh()
  }

  /** While parts are added to the basket, and after that. */
  refresh(): void {
    this.#renderPrice()
    this.#onChange()
  }

  /** Opens the first part whose color is not named; false when there is none. */
  askForColor(): boolean {
    const part = this.parts.find(({ fields }) => isColorMissing(fields))
    // Those that are ready are added without it.
    if (part === undefined || this.parts.some((one) => statusOf(one).kind === 'ready')) return false
    this.open(part.id)
    const { customColor } = this.#page
    markField(customColor, 'Enter a color, such as teal or #2f6f4f.')
    customColor.focus()
    return true
  }

  /** Shows one place of a fault after the other. */
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
    const fields = readFields(this.#page.form)
    return {
      id: this.#nextId++,
      file,
      units: null,
      ...asInFile,
      isShapeWrong: false,
      overhangBeforeMm2: null,
      changeNote: '',
      fields,
      options: optionsOf(fields),
      finding: { state: 'reading' },
      isAdded: false,
      revision: 0,
      surface: null,
      isReading: true,
      isEstimating: false,
      reading: 0,
    }
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

  /** `isForView`: nothing about the part has changed, so what is known of it, as its price, stands until it is read. */
  async #read(part: PartState, { isForView = false } = {}): Promise<void> {
    const reading = ++part.reading
    if (!isForView) part.isReading = true
    this.#renderPrice()
    const isCurrent = () => part.reading === reading
    if (part.finding.state === 'refused') part.finding = { state: 'reading' }
    if (part === this.#active) this.#showProgress('Reading the file', 0)
    const finding = await measurePart(this.#core, part, {
      onReading: (share) => {
        if (isCurrent() && part === this.#active) this.#showProgress('Reading the file', share)
      },
    })
    if (!isCurrent()) return
    if (finding.state === 'refused' && isChanging(part.changes)) return this.#undoFailed(part)
    part.isReading = false
    this.#showFinding(part, finding)
    if (finding.state !== 'known' || !finding.isInspecting) return
    const inspected = await inspectPart(this.#core, part, finding, {
      onSurface: (surface) => {
        if (!isCurrent()) return
        const isShown = part === this.#active
        // Opening a part without one reads its file again, which is faster than keeping fifty.
        part.surface = isShown || this.parts.length <= maxKeptSurfaces ? surface : null
        if (isShown) this.#showSurface(part)
      },
    })
    if (!isCurrent()) return
    this.#showFinding(part, inspected)
    await this.#support(part)
  }

  /** Finds out how the part is printed with its present options; one estimate at a time, the last one for the last choice. */
  async #support(part: PartState): Promise<void> {
    if (part.isEstimating) return
    part.isEstimating = true
    let known = estimable(part)
    while (known !== null) {
      const { options } = part
      const supports = await supportPart(this.#core, part, known)
      const present = estimable(part)
      const isCurrent =
        present?.measurement === known.measurement && isSameSlice(options, part.options)
      if (present !== null && isCurrent) part.finding = { ...present, supports }
      if (isCurrent && part === this.#active && !isSameAdvice(known.supports, supports)) {
        renderPart(this.#page, part)
      }
      known = isCurrent ? null : present
    }
    part.isEstimating = false
    this.#renderPrice()
  }

  /** The file could be read before it was changed. */
  #undoFailed(part: PartState): void {
    const shape = { scale: part.scale, changes: noChanges }
    if (part === this.#active) writeShape(this.#page, shape)
    this.#setShape(part, shape)
    part.changeNote =
      'The part is as it was: the change took too long or needs more memory than this browser gives.'
  }

  #showFinding(part: PartState, finding: Finding): void {
    part.finding = finding
    if (part === this.#active) {
      this.#page.reading.hidden = true
      renderPart(this.#page, part)
      if (finding.state === 'refused') this.#view.clear()
      this.showPlate(0)
    }
    this.#renderPrice()
  }

  #showProgress(text: string, share: number): void {
    const { reading, readingText, readingBar } = this.#page
    reading.hidden = false
    readingText.textContent = share >= 1 ? 'Measuring the part' : text
    if (share > 0 && share < 1) {
      readingBar.value = share
    } else {
      readingBar.removeAttribute('value')
    }
  }

  /** The view takes the surface over. */
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
    this.#view.paint(hexOf(fields, radio?.dataset['hex'] ?? null), options.layerHeight)
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
      now: new Date(),
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
    this.#page.fileName.textContent = 'Your part'
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
  /** What the parts had right after it. */
  readonly revisions: ReadonlyMap<number, number>
}

export type QuotePageOptions = {
  readonly view: ViewPanel
  readonly onChange: () => void
}

const maxKeptSurfaces = 4

const isSameFields = (
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): boolean =>
  one.size === other.size && [...one].every(([name, value]) => other.get(name) === value)

/** null for a sliced file, and for a part that cannot be printed. */
const estimable = ({ finding }: PartState): KnownPart | null =>
  finding.state === 'known' && finding.refused === null && finding.measurement.kind === 'mesh'
    ? finding
    : null

/** The report says the same of both; drawing it again would take the focus from its buttons. */
const isSameAdvice = (one: PartSupports | null, other: PartSupports | null): boolean =>
  one?.decision === other?.decision && one?.unsupportedMm2 === other?.unsupportedMm2

const isSameSlice = (one: PrintOptions, other: PrintOptions): boolean =>
  one.layerHeight === other.layerHeight &&
  one.infill === other.infill &&
  one.nozzleFlow === other.nozzleFlow

function paceOf(data: DOMStringMap): FarmPace | null {
  const { queuedHours, machineHoursPerDay, printerHoursPerDay, packingDays } = data
  if (!queuedHours || !machineHoursPerDay || !printerHoursPerDay || !packingDays) return null
  return {
    queuedHours: Number(queuedHours),
    machineHoursPerDay: Number(machineHoursPerDay),
    printerHoursPerDay: Number(printerHoursPerDay),
    packingDays: Number(packingDays),
  }
}
