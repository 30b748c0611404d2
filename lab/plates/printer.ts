// A printer that executes G-code as its firmware would, as far as heaters, axes, fan and motors are concerned. It
// shares no code with the service's G-code reader (geometry/src/parse/gcode), which it checks.

export type Vector = readonly [number, number, number]

/** Minimum and maximum of each axis, in mm. */
export type Extents = { readonly min: Vector; readonly max: Vector }

export type Printed = {
  /** Region where plastic left the nozzle after the first layer began; null without any. */
  readonly layers: Extents | null
  /** The height of the first extrusion of the first layer, in mm. */
  readonly firstLayerMm: number | null
  /** Highest target temperatures, in degrees Celsius. */
  readonly nozzleC: number
  readonly bedC: number
  /** Number of extrusions while the nozzle's target was below 150 C. */
  readonly cold: number
  /** Targets at the end that are not 0, as commands. */
  readonly leftOn: readonly string[]
  readonly end: { readonly at: Vector; readonly fan: number; readonly areMotorsOn: boolean }
  /** Words other than commands of a letter and a number, such as macros of Klipper. */
  readonly macros: readonly string[]
}

/** Executes the G-code. Throws on a unit of inches, which the slicer never writes. */
export function print(gcode: string): Printed {
  const printer = new Printer()
  for (const line of gcode.split('\n')) printer.carryOut(line)
  return printer.printed()
}

const coldBelowC = 150
const axes = ['x', 'y', 'z'] as const

type Position = { x: number; y: number; z: number; e: number }

/** Parameters of a command. */
class Parameters {
  readonly words: readonly string[]

  constructor(words: readonly string[]) {
    this.words = words
  }

  has(letter: string): boolean {
    return this.words.some((word) => word[0]?.toUpperCase() === letter)
  }

  number(letter: string): number | undefined {
    const found = this.words.find((word) => word[0]?.toUpperCase() === letter)
    const value = found === undefined ? Number.NaN : Number(found.slice(1))
    return Number.isNaN(value) ? undefined : value
  }

  /** Returns a value such as 215 of EXTRUDER_TEMP=215; null when no name matches. */
  named(name: RegExp): number | null {
    const [, written] =
      this.words.map((word) => word.split('=')).find(([key = '']) => name.test(key)) ?? []
    const value = Number(written)
    return written === undefined || Number.isNaN(value) ? null : value
  }
}

class Printer {
  #at: Position = { x: 0, y: 0, z: 0, e: 0 }
  #isRelative = false
  #isRelativeE = false
  #areMotorsOn = false
  #tool = 0
  readonly #nozzles = new Map<number, number>()
  #bed = 0
  #chamber = 0
  #fan = 0
  #hottest = { nozzle: 0, bed: 0 }
  #cold = 0
  #hasLayers = false
  #layers: Extents | null = null
  #firstLayerMm: number | null = null
  readonly #macros = new Set<string>()

  readonly #commands: Readonly<Record<string, (given: Parameters) => void>> = {
    G0: (given) => this.#move(given),
    G1: (given) => this.#move(given),
    // Treated as straight lines: the slicer writes no arcs.
    G2: (given) => this.#move(given),
    G3: (given) => this.#move(given),
    G20: () => {
      throw new Error('The file is in inches.')
    },
    G28: (given) => this.#home(given),
    G90: () => {
      this.#isRelative = this.#isRelativeE = false
    },
    G91: () => {
      this.#isRelative = this.#isRelativeE = true
    },
    M82: () => {
      this.#isRelativeE = false
    },
    M83: () => {
      this.#isRelativeE = true
    },
    G92: (given) => {
      for (const axis of [...axes, 'e'] as const) {
        this.#at[axis] = given.number(axis.toUpperCase()) ?? this.#at[axis]
      }
    },
    M104: (given) => this.#heatNozzle(targetOf(given), given.number('T')),
    M109: (given) => this.#heatNozzle(targetOf(given), given.number('T')),
    M140: (given) => this.#heatBed(targetOf(given)),
    M190: (given) => this.#heatBed(targetOf(given)),
    M141: (given) => {
      this.#chamber = targetOf(given)
    },
    M191: (given) => {
      this.#chamber = targetOf(given)
    },
    M106: (given) => {
      this.#fan = given.number('S') ?? 255
    },
    M107: () => {
      this.#fan = 0
    },
    M18: () => {
      this.#areMotorsOn = false
    },
    M84: () => {
      this.#areMotorsOn = false
    },
  }

  carryOut(line: string): void {
    if (line.startsWith(';LAYER_CHANGE')) this.#hasLayers = true
    const [word, ...parameters] = (line.split(';')[0] ?? '').trim().split(/\s+/)
    if (word === undefined || word === '') return
    const given = new Parameters(parameters)
    const command = this.#commands[word.toUpperCase()]
    if (command !== undefined) command(given)
    else if (/^T\d$/i.test(word)) this.#tool = Number(word.slice(1))
    else if (!/^[GM]\d/i.test(word)) this.#runMacro(word, given)
  }

  printed(): Printed {
    const { x, y, z } = this.#at
    return {
      layers: this.#layers,
      firstLayerMm: this.#firstLayerMm,
      nozzleC: this.#hottest.nozzle,
      bedC: this.#hottest.bed,
      cold: this.#cold,
      leftOn: [
        ...[...this.#nozzles].flatMap(([tool, to]) => (to > 0 ? [`M104 T${tool} S${to}`] : [])),
        ...(this.#bed > 0 ? [`M140 S${this.#bed}`] : []),
        ...(this.#chamber > 0 ? [`M141 S${this.#chamber}`] : []),
      ],
      end: { at: [x, y, z], fan: this.#fan, areMotorsOn: this.#areMotorsOn },
      macros: [...this.#macros],
    }
  }

  #move(given: Parameters): void {
    const from = { ...this.#at }
    for (const axis of axes) {
      const to = given.number(axis.toUpperCase())
      if (to !== undefined) this.#at[axis] = this.#isRelative ? from[axis] + to : to
    }
    const e = given.number('E')
    if (e !== undefined) this.#at.e = this.#isRelativeE ? from.e + e : e
    this.#areMotorsOn = true
    const isMoving = axes.some((axis) => from[axis] !== this.#at[axis])
    if (this.#at.e > from.e && isMoving) this.#extrude(from)
  }

  #extrude(from: Position): void {
    if ((this.#nozzles.get(this.#tool) ?? 0) < coldBelowC) this.#cold += 1
    if (!this.#hasLayers) return
    this.#layers = around(around(this.#layers, from), this.#at)
    this.#firstLayerMm ??= this.#at.z
  }

  #home(given: Parameters): void {
    this.#areMotorsOn = true
    const isAll = axes.every((axis) => !given.has(axis.toUpperCase()))
    for (const axis of axes) if (isAll || given.has(axis.toUpperCase())) this.#at[axis] = 0
  }

  #heatNozzle(target: number, tool = this.#tool): void {
    this.#nozzles.set(tool, target)
    this.#hottest.nozzle = Math.max(this.#hottest.nozzle, target)
  }

  #heatBed(target: number): void {
    this.#bed = target
    this.#hottest.bed = Math.max(this.#hottest.bed, target)
  }

  /** Executes a macro such as START_PRINT EXTRUDER_TEMP=215 BED_TEMP=60. */
  #runMacro(name: string, given: Parameters): void {
    this.#macros.add(name)
    const [nozzle, bed] = [given.named(/^(?:extruder|nozzle|hotend)/i), given.named(/^bed/i)]
    if (nozzle !== null) this.#heatNozzle(nozzle)
    if (bed !== null) this.#heatBed(bed)
  }
}

const targetOf = (given: Parameters): number => given.number('S') ?? given.number('R') ?? 0

function around(extents: Extents | null, { x, y, z }: Position): Extents {
  const { min, max } = extents ?? { min: [x, y, z], max: [x, y, z] }
  return {
    min: [Math.min(min[0], x), Math.min(min[1], y), Math.min(min[2], z)],
    max: [Math.max(max[0], x), Math.max(max[1], y), Math.max(max[2], z)],
  }
}
