// The outcomes of jobs. The shapes are those of the crate's report.rs, examine.rs and parse/gcode, which writes them
// as JSON.

/** Unit of a file's numbers. Callers may override with `mm`, `cm`, `m` or `in`. */
export type Unit = 'um' | 'mm' | 'cm' | 'm' | 'in' | 'ft'

/** The repairs to a copy of the surface before it was measured; the file itself is never changed. */
export type Repairs = {
  /** Vertices on open edges joined to a neighbor within 1e-5 of the model's longest side. */
  readonly weldedVertices: number
  readonly removedDegenerates: number
  readonly removedDuplicates: number
  /** Triangles that shared no edge with any other. */
  readonly removedLoose: number
  readonly flippedFaces: number
  readonly filledHoles: number
  readonly remainingBoundaryEdges: number
}

/** Counts are of the surface as read (exact weld); sizes are of the repaired one. */
export type MeshReport = {
  readonly unit: Unit
  /** `file`: stated in the file; `default`: mm for STL, m for GLB; `override`: set by the caller. */
  readonly unitSource: 'file' | 'default' | 'override'
  /** In the file, degenerate ones included. */
  readonly triangles: number
  /** Width, depth and height on the printer: Z is up, also for GLB (whose Y is up). */
  readonly dimensionsMm: readonly [number, number, number]
  readonly volumeCm3: number
  /** Surface of the file's own triangles, without patches over holes. */
  readonly surfaceCm2: number
  /** Every edge has exactly two triangles. */
  readonly watertight: boolean
  readonly boundaryEdges: number
  readonly nonManifoldEdges: number
  readonly misorientedEdges: number
  /** Triangles that use a vertex twice or have no area. */
  readonly degenerateTriangles: number
  /** Parts connected by shared vertices. */
  readonly components: number
  /** Steepest face that looks down and is not on the plate: 0 is a wall, 90 a flat ceiling. */
  readonly maxOverhangDeg: number
  /** False when holes had to be filled, or bodies overlap, so that the volume is an estimate. */
  readonly volumeIsExact: boolean
  /** Bodies overlap, or the surface crosses itself: their shared volume counts once. */
  readonly bodiesOverlap: boolean
  /** False when there are too many surfaces to distinguish cavities from bodies: the volume is then what a slicer fills. */
  readonly cavitiesKnown: boolean
  readonly repaired: Repairs
  /** Sentences about the parts of the file that are not printed; absent when everything is. */
  readonly notes?: readonly string[]
}

/** `slicer`: its own figure; `moves`: the least time the moves take, where the file states none. */
export type SecondsSource = 'slicer' | 'moves'

/** Box around everything that is laid down, machine coordinates in mm. */
export type Extents = {
  readonly min: readonly [number, number, number]
  readonly max: readonly [number, number, number]
}

/** One plate of a sliced file. Figures are `null` where the file does not state them. */
export type PlateReport = {
  /** From 1. */
  readonly plate: number
  readonly slicer: string | null
  readonly slicerVersion: string | null
  readonly grams: number | null
  readonly filamentCm3: number | null
  readonly filamentMm: number | null
  readonly diameterMm: number | null
  readonly seconds: number
  readonly secondsSource: SecondsSource
  readonly movesSeconds: number
  readonly layers: number | null
  readonly extrudedMm: number
  /** The claimed figures, one entry for each filament used. */
  readonly filaments: readonly {
    readonly mm: number | null
    readonly grams: number | null
    readonly density: number | null
  }[]
  /** According to the moves, one for each tool. */
  readonly tools: readonly { readonly tool: number; readonly extrudedMm: number }[]
  /** Median line width that the moves imply with filament of the stated diameter, or of 1.75 mm. */
  readonly lineWidthMm: number | null
  readonly extents: Extents
  /** Only printers of Bambu Lab tolerate what it does. */
  readonly bambuOnly: boolean
  /** The firmware that it was sliced for; null when the file does not say. */
  readonly flavor: Flavor | null
  readonly printerModel: string | null
  /** Smallest stated nozzle. */
  readonly nozzleMm: number | null
  /** Bounding box of all moves. */
  readonly reach: Extents
  /** Commands that an operator has to review before it is printed. */
  readonly review: readonly {
    readonly line: number
    readonly command: string
    readonly reason: string
  }[]
}

type Flavor = 'marlin' | 'klipper' | 'reprapfirmware' | 'bambu'

/** A sliced file whose claims agree with its moves, summed over its plates; `null` = not stated on every plate. */
export type SlicedReport = {
  /** `unknown` when the file does not say. */
  readonly slicer: string
  readonly slicerVersion: string | null
  readonly plates: number
  /** The slicer's own weight. */
  readonly grams: number | null
  readonly filamentCm3: number | null
  readonly filamentMm: number | null
  readonly diameterMm: number | null
  /** The slicer's own time, or the least that the moves take where it states none. */
  readonly seconds: number | null
  readonly secondsSource: SecondsSource
  readonly movesSeconds: number
  readonly layers: number | null
  /** Filament that the moves push out, retractions netted. */
  readonly extrudedMm: number
  readonly extents: Extents
  readonly perPlate: readonly PlateReport[]
}

/** The file is invalid: `code` is stable, `message` is a sentence for the caller. */
export type Unreadable = {
  readonly kind: 'unreadable'
  readonly code: string
  readonly message: string
}

/** How a job can end without a result. */
export type JobFailure =
  | Unreadable
  /** Exceeded the time limit; the run was stopped. */
  | { readonly kind: 'timed_out' }
  /** The run crashed (out of memory, a trap); `reason` is for the log. */
  | { readonly kind: 'crashed'; readonly reason: string }
  /** Try again later: the queue is full, or the caller's share of it. */
  | { readonly kind: 'busy'; readonly by: 'queue' | 'caller' }

/** The outcome of a measurement. Everything that a file can cause is one of these, never an exception. */
export type MeasureOutcome =
  /** `estimate`: only where its settings were given. `picture`: the PNG, only where one was requested. */
  | {
      readonly kind: 'mesh'
      readonly report: MeshReport
      readonly estimate?: Estimate | Unreadable
      readonly picture?: Uint8Array<ArrayBuffer>
    }
  | { readonly kind: 'sliced'; readonly report: SlicedReport }
  | JobFailure

/** What was done to a model: contract.md 2.5, meshRepair. */
export type MeshRepair =
  | { readonly applied: false; readonly summary: string }
  | {
      readonly applied: true
      readonly weldedVertices: number
      readonly removedDegenerates: number
      readonly flippedFaces: number
      readonly filledHoles: number
      readonly remainingBoundaryEdges: number
      /** In addition to the file's unit; 1 when the size is that of the file. */
      readonly scaleApplied: number
      readonly smoothed: boolean
      readonly hollowed: boolean
      readonly reoriented: boolean
      /** The wall that was used; thinner than requested where that left no cavity. */
      readonly hollowWallMm: number | null
      readonly partCount: number
      /** Sentences: what was reduced or refused, and why. */
      readonly notes: readonly string[]
    }

/** Printability of the processed mesh: contract.md 2.5. */
export type Printability = {
  readonly watertight: boolean
  /** Volume of the material: cavities are subtracted. */
  readonly volumeCm3: number
  /** Open edges, not rings. */
  readonly holes: number
  readonly nonManifoldEdges: number
  readonly triangles: number
  readonly dimensionsMm: readonly [number, number, number]
  /** The smallest of the dimensions, not a measured wall. */
  readonly minFeatureMm: number
  readonly featureSizeEstimated: true
  /** Steepest overhang of all faces, those of cavities included: 0 is a wall, 90 a flat ceiling. */
  readonly maxOverhangDeg: number
  /** No side is longer than 340 mm. */
  readonly fitsPlate: boolean
}

/** A sentence, and its position on the processed model if it has one. */
export type Remark = {
  /** Stable. */
  readonly code: string
  readonly message: string
  /** mm, in the coordinates of the processed mesh. */
  readonly at: readonly [number, number, number] | null
  readonly sizeMm: number | null
}

export type ProcessReport = {
  readonly unit: Unit
  readonly unitSource: MeshReport['unitSource']
  readonly meshRepair: MeshRepair
  readonly printability: Printability
  /** 95, 85, and 40 (cannot be closed) or 45 (thinner than 0.8 mm, nothing prints, or the hollow cannot). */
  readonly printStatus: 'ready' | 'repaired' | 'needs-redesign'
  readonly printabilityScore: number
  readonly printDetail: string
  readonly issues: readonly Remark[]
  readonly recommendations: readonly Remark[]
}

/**
 * The outcome of processing. A file is null when it was not requested. `stl` is binary STL: mm, Z up. `glb` is meters
 * and Y up, with the materials and textures of its source glTF.
 */
export type ProcessOutcome =
  | {
      readonly kind: 'processed'
      readonly report: ProcessReport
      readonly stl: Uint8Array | null
      readonly glb: Uint8Array | null
      /** The model as 3MF: one object, mm, Z up. It is made only on request. */
      readonly threemf?: Uint8Array
    }
  | JobFailure

/** A part of a model after a change. */
export type ChangedPart = {
  /** Width, depth and height as it lies in the file. */
  readonly dimensionsMm: readonly [number, number, number]
  /** Plastic where nothing was cut; after a cut, volume in the closed surface, in which bodies that overlap count twice. */
  readonly volumeCm3: number
  readonly triangles: number
  /** Bodies that do not touch each other; the surface of a cavity is none. */
  readonly bodies: number
}

/**
 * `report`: of the whole model, before it is cut. `files`: one for each part in STL or GLB; a 3MF is one file in which every part is an
 * object of its own, side by side on the plate.
 */
export type ChangeOutcome =
  | {
      readonly kind: 'changed'
      readonly report: ProcessReport
      readonly parts: readonly ChangedPart[]
      readonly files: readonly Uint8Array[]
    }
  | JobFailure

/** A plate with several copies of the model; `seconds` of the whole plate. */
export type PlateTime = { readonly copies: number; readonly seconds: number }

/** How a part is printed where it overhangs, and what that takes. */
export type SupportPlan = {
  /** `none`: prints as it is; `turn`: prints without supports in a better pose; `supports`: prints as it is, with supports. */
  readonly decision: 'none' | 'turn' | 'supports'
  /** Area in mm² of the layers that rest on nothing and that a slicer supports, in the given pose. */
  readonly unsupportedMm2: number
  /** Filament of the supports in the given pose, in cm³; 0 where the decision is `none`. */
  readonly filamentCm3: number
  /** Printing time that the supports add in the given pose, in seconds; 0 where the decision is `none`. */
  readonly seconds: number
  /** The pose without supports, where the decision is `turn`: the one to which `process` with `orient` turns the model. */
  readonly turned: null | {
    readonly dimensionsMm: readonly [number, number, number]
    /** The estimate of the part in that pose: same meaning as the fields of the estimate itself. */
    readonly filamentCm3: number
    readonly seconds: number
    readonly plates: readonly PlateTime[]
    readonly layers: number
    readonly rangePercent: number
  }
}

/** Filament and print time of the model in its given pose; without its supports, which `supports` adds. */
export type Estimate = {
  readonly kind: 'estimated'
  readonly filamentCm3: number
  readonly seconds: number
  /**
   * Times of plates with several copies, fewest first. A copy cools while the others are printed, so that small parts take less time
   * together than one after the other.
   */
  readonly plates: readonly PlateTime[]
  readonly layers: number
  /** Half the 90 % range of the filament, percent. */
  readonly rangePercent: number
  readonly supports: SupportPlan
}

/** `unreadable` with the code `nothing_prints` when half of the material or more is too thin for the nozzle. */
export type EstimateOutcome = Estimate | JobFailure

/** A point, mm, in printer axes: Z up. */
export type PointMm = readonly [number, number, number]

/** The surface in the file, before any repair. */
export type ReceivedMesh = {
  /** In the file, degenerate ones included. */
  readonly triangles: number
  readonly boundaryEdges: number
  readonly nonManifoldEdges: number
  /** Parts connected by shared vertices. */
  readonly components: number
  /** Every edge has exactly two triangles. */
  readonly watertight: boolean
  /**
   * Signed volume that the surface encloses; negative when it faces inwards. `null` when its edges do not all run once
   * each way, so that it has no volume of its own.
   */
  readonly volumeCm3: number | null
}

/** A connected region of the surface behind which the wall is too thin. */
export type ThinPlace = {
  /** On the surface. */
  readonly at: PointMm
  /** The thinnest wall of the region. */
  readonly thicknessMm: number
  readonly areaMm2: number
}

/** Measured wall thickness: diameters of inscribed balls (geometry/src/inspect/walls). */
export type WallReport = {
  /**
   * The thickness that a spot of 1 mm2 of the surface (0.1 % of a smaller one) falls below. `null` when no surface lies opposite
   * another within `maxMeasuredMm`.
   */
  readonly minWallMm: number | null
  /** Walls below this are thin. */
  readonly limitMm: number
  /** Thicker walls are not measured. */
  readonly maxMeasuredMm: number
  /** False when the surface is so intricate that points were left out: what is listed is thin, but there may be more. */
  readonly complete: boolean
  /** At most 20, largest first. */
  readonly thin: readonly ThinPlace[]
  readonly method: 'inscribed-ball'
  /** Bound of the error against analytic shapes: the greater of this and 5 %. */
  readonly errorBoundMm: number
}

export type FaultKind = 'open_edges' | 'non_manifold_edges' | 'overhangs' | 'thin_walls' | 'outside'

/** A connected region of a fault. */
export type FaultPlace = {
  /** On the surface. */
  readonly at: PointMm
  /** Mean outward direction of the surface there, of length 1. */
  readonly normal: readonly [number, number, number]
  /** Radius of a ball about `at` that holds the region. */
  readonly radiusMm: number
  /** The region's share of the whole fault, by area or by length, 0 to 1. */
  readonly share: number
}

export type Fault = {
  readonly kind: FaultKind
  /** Edges of open and non-manifold edges, triangles of the others. */
  readonly count: number
  /** Area of the triangles; `null` for edges. */
  readonly areaMm2: number | null
  /** Length of the edges; `null` for triangles. */
  readonly lengthMm: number | null
  /** Connected regions, of which `places` lists at most 20, largest first. */
  readonly regions: number
  readonly places: readonly FaultPlace[]
}

/**
 * The surface for display, in mm and printer axes: triangle `i` is the file's triangle `i`. `positions` has three numbers a
 * vertex, `indices` three vertices a triangle, `flags` the bits of `faultBits` for each triangle.
 */
export type DisplayMesh = {
  readonly positions: Float32Array<ArrayBuffer>
  readonly indices: Uint32Array<ArrayBuffer>
  readonly flags: Uint8Array<ArrayBuffer>
}

/** `faults` holds only kinds that occur, in the order of `FaultKind`. `mesh` and `picture` (PNG) are null when not requested. */
export type InspectOutcome =
  | {
      readonly kind: 'inspected'
      readonly report: MeshReport
      readonly received: ReceivedMesh
      readonly walls: WallReport
      readonly faults: readonly Fault[]
      readonly mesh: DisplayMesh | null
      readonly picture: Uint8Array<ArrayBuffer> | null
      /** Absent when not requested, like `verdict`. */
      readonly estimate?: Estimate | Unreadable
      readonly verdict?: ProcessReport
    }
  | JobFailure

/** A PNG. */
export type DrawOutcome =
  | { readonly kind: 'drawn'; readonly picture: Uint8Array<ArrayBuffer> }
  | JobFailure

/** The shadow of a part on the plate, seen from above: every cell that the part touches is set. */
export type Silhouette = {
  /** Sizes of the part as it is printed. */
  readonly widthMm: number
  readonly depthMm: number
  readonly heightMm: number
  /** Side of a cell; the first begins at the lowest X and Y of the part. */
  readonly cellMm: number
  readonly columns: number
  readonly rows: number
  /** Rows of ceil(columns / 32) words from the lowest Y on; column 0 is the lowest bit of the first word. */
  readonly bits: Uint32Array<ArrayBuffer>
}

/** `unreadable` with the code `too_large` when the part is wider or deeper than 1000 mm. */
export type SilhouetteOutcome = ({ readonly kind: 'silhouette' } & Silhouette) | JobFailure

/** `sizesMm`: width, depth and height of each part before its copies are turned. */
export type PlaceOutcome =
  | {
      readonly kind: 'placed'
      /** Binary STL of all copies. */
      readonly stl: Uint8Array<ArrayBuffer>
      readonly sizesMm: readonly (readonly [number, number, number])[]
    }
  | JobFailure
