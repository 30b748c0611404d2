// The outcomes of jobs. The shapes are those of the crate's report.rs, examine.rs and parse/gcode, which writes them
// as JSON.

/** Unit of a file's numbers. Callers may override with `mm`, `cm`, `m` or `in`. */
export type Unit = 'um' | 'mm' | 'cm' | 'm' | 'in' | 'ft'

/** The repairs to a copy of the surface before it was measured; the file itself is never changed. */
export type Repairs = {
  /** Vertices on open edges joined to a neighbor within 1e-5 of the model's longest side. */
  weldedVertices: number
  removedDegenerates: number
  removedDuplicates: number
  /** Triangles that shared no edge with any other. */
  removedLoose: number
  flippedFaces: number
  filledHoles: number
  remainingBoundaryEdges: number
}

/** Counts are of the surface as read (exact weld); sizes are of the repaired one. */
export type MeshReport = {
  unit: Unit
  /** `file`: stated in the file; `default`: mm for STL, m for GLB; `override`: set by the caller. */
  unitSource: 'file' | 'default' | 'override'
  /** In the file, degenerate ones included. */
  triangles: number
  /** Width, depth and height on the printer: Z is up, also for GLB (whose Y is up). */
  dimensionsMm: [number, number, number]
  volumeCm3: number
  /** Surface of the file's own triangles, without patches over holes. */
  surfaceCm2: number
  /** Every edge has exactly two triangles. */
  watertight: boolean
  boundaryEdges: number
  nonManifoldEdges: number
  misorientedEdges: number
  /** Triangles that use a vertex twice or have no area. */
  degenerateTriangles: number
  /** Parts connected by shared vertices. */
  components: number
  /** Steepest face that looks down and is not on the plate: 0 is a wall, 90 a flat ceiling. */
  maxOverhangDeg: number
  /** False when holes had to be filled, or bodies overlap, so that the volume is an estimate. */
  volumeIsExact: boolean
  /** Bodies overlap, or the surface crosses itself: their shared volume counts once. */
  bodiesOverlap: boolean
  /** False when there are too many surfaces to distinguish cavities from bodies: the volume is then what a slicer fills. */
  cavitiesKnown: boolean
  repaired: Repairs
  /** Sentences about the parts of the file that are not printed; absent when everything is. */
  notes?: string[]
}

/** `slicer`: its own figure; `moves`: the least time the moves take, where the file states none. */
export type SecondsSource = 'slicer' | 'moves'

/** Box around everything that is laid down, machine coordinates in mm. */
export type Extents = { min: [number, number, number]; max: [number, number, number] }

/** One plate of a sliced file. Figures are `null` where the file does not state them. */
export type PlateReport = {
  /** From 1. */
  plate: number
  slicer: string | null
  slicerVersion: string | null
  grams: number | null
  filamentCm3: number | null
  filamentMm: number | null
  diameterMm: number | null
  seconds: number
  secondsSource: SecondsSource
  movesSeconds: number
  layers: number | null
  extrudedMm: number
  /** As claimed, one for each filament used. */
  filaments: { mm: number | null; grams: number | null; density: number | null }[]
  /** According to the moves, one for each tool. */
  tools: { tool: number; extrudedMm: number }[]
  /** Median line width that the moves imply with filament of the stated diameter, or of 1.75 mm. */
  lineWidthMm: number | null
  extents: Extents
  /** Only printers of Bambu Lab tolerate what it does. */
  bambuOnly: boolean
  /** The firmware that it was sliced for; null when the file does not say. */
  flavor: Flavor | null
  printerModel: string | null
  /** Smallest stated nozzle. */
  nozzleMm: number | null
  /** Bounding box of all moves. */
  reach: Extents
  /** Commands that an operator has to review before it is printed. */
  review: { line: number; command: string; reason: string }[]
}

type Flavor = 'marlin' | 'klipper' | 'reprapfirmware' | 'bambu'

/** A sliced file whose claims agree with its moves, summed over its plates; `null` = not stated on every plate. */
export type SlicedReport = {
  /** `unknown` when the file does not say. */
  slicer: string
  slicerVersion: string | null
  plates: number
  /** The slicer's own weight. */
  grams: number | null
  filamentCm3: number | null
  filamentMm: number | null
  diameterMm: number | null
  /** The slicer's own time, or the least that the moves take where it states none. */
  seconds: number | null
  secondsSource: SecondsSource
  movesSeconds: number
  layers: number | null
  /** Filament that the moves push out, retractions netted. */
  extrudedMm: number
  extents: Extents
  perPlate: PlateReport[]
}

/** The file is invalid: `code` is stable, `message` is a sentence for the caller. */
export type Unreadable = { kind: 'unreadable'; code: string; message: string }

/** How a job can end without a result. */
export type JobFailure =
  | Unreadable
  /** Exceeded the time limit; the run was stopped. */
  | { kind: 'timed_out' }
  /** The run crashed (out of memory, a trap); `reason` is for the log. */
  | { kind: 'crashed'; reason: string }
  /** Try again later: the queue is full, or the caller's share of it. */
  | { kind: 'busy'; by: 'queue' | 'caller' }

/** The outcome of a measurement. Everything that a file can cause is one of these, never an exception. */
export type MeasureOutcome =
  /** `estimate`: only where its settings were given. */
  | { kind: 'mesh'; report: MeshReport; estimate?: Estimate | Unreadable }
  | { kind: 'sliced'; report: SlicedReport }
  | JobFailure

/** What was done to a model: contract.md 2.5, meshRepair. */
export type MeshRepair =
  | { applied: false; summary: string }
  | {
      applied: true
      weldedVertices: number
      removedDegenerates: number
      flippedFaces: number
      filledHoles: number
      remainingBoundaryEdges: number
      /** In addition to the file's unit; 1 when the size is that of the file. */
      scaleApplied: number
      smoothed: boolean
      hollowed: boolean
      reoriented: boolean
      /** The wall that was used; thinner than requested where that left no cavity. */
      hollowWallMm: number | null
      partCount: number
      /** Sentences: what was reduced or refused, and why. */
      notes: string[]
    }

/** Printability of the processed mesh: contract.md 2.5. */
export type Printability = {
  watertight: boolean
  /** Volume of the material: cavities are subtracted. */
  volumeCm3: number
  /** Open edges, not rings. */
  holes: number
  nonManifoldEdges: number
  triangles: number
  dimensionsMm: [number, number, number]
  /** The smallest of the dimensions, not a measured wall. */
  minFeatureMm: number
  featureSizeEstimated: true
  /** Steepest overhang of all faces, those of cavities included: 0 is a wall, 90 a flat ceiling. */
  maxOverhangDeg: number
  /** No side is longer than 340 mm. */
  fitsPlate: boolean
}

/** A sentence, and its position on the processed model if it has one. */
export type Remark = {
  /** Stable. */
  code: string
  message: string
  /** mm, in the coordinates of the processed mesh. */
  at: [number, number, number] | null
  sizeMm: number | null
}

export type ProcessReport = {
  unit: Unit
  unitSource: MeshReport['unitSource']
  meshRepair: MeshRepair
  printability: Printability
  /** 95, 85, and 40 (cannot be closed) or 45 (thinner than 0.8 mm, nothing prints, or the hollow cannot). */
  printStatus: 'ready' | 'repaired' | 'needs-redesign'
  printabilityScore: number
  printDetail: string
  issues: Remark[]
  recommendations: Remark[]
}

/**
 * The outcome of processing. A file is null when it was not requested. `stl` is binary STL: mm, Z up. `glb` is meters
 * and Y up, with the materials and textures of its source glTF.
 */
export type ProcessOutcome =
  | {
      kind: 'processed'
      report: ProcessReport
      stl: Uint8Array | null
      glb: Uint8Array | null
      /** Only when requested: one object, mm, Z up. */
      threemf?: Uint8Array
    }
  | JobFailure

/** A part of a model after a change. */
export type ChangedPart = {
  /** Width, depth and height as it lies in the file. */
  dimensionsMm: [number, number, number]
  /** Plastic where nothing was cut; after a cut, volume in the closed surface, in which bodies that overlap count twice. */
  volumeCm3: number
  triangles: number
  /** Bodies that do not touch each other; the surface of a cavity is none. */
  bodies: number
}

/**
 * `report`: of the whole model, before it is cut. `files`: one for each part in STL or GLB; a 3MF is one file in which every part is an
 * object of its own, side by side on the plate.
 */
export type ChangeOutcome =
  | { kind: 'changed'; report: ProcessReport; parts: ChangedPart[]; files: Uint8Array[] }
  | JobFailure

/** A plate with several copies of the model; `seconds` of the whole plate. */
export type PlateTime = { copies: number; seconds: number }

/** How a part is printed where it overhangs, and what that takes. */
export type SupportPlan = {
  /** `none`: prints as it is; `turn`: prints without supports in a better pose; `supports`: prints as it is, with supports. */
  decision: 'none' | 'turn' | 'supports'
  /** Area in mm² of the layers that rest on nothing and that a slicer supports, in the given pose. */
  unsupportedMm2: number
  /** Filament of the supports in the given pose, in cm³; 0 where the decision is `none`. */
  filamentCm3: number
  /** Printing time that the supports add in the given pose, in seconds; 0 where the decision is `none`. */
  seconds: number
  /** The pose without supports, where the decision is `turn`: the one to which `process` with `orient` turns the model. */
  turned: null | {
    dimensionsMm: [number, number, number]
    /** The estimate of the part in that pose: same meaning as the fields of the estimate itself. */
    filamentCm3: number
    seconds: number
    plates: PlateTime[]
    layers: number
    rangePercent: number
  }
}

/** Filament and print time of the model in its given pose; without its supports, which `supports` adds. */
export type Estimate = {
  kind: 'estimated'
  filamentCm3: number
  seconds: number
  /**
   * Times of plates with several copies, fewest first. A copy cools while the others are printed, so that small parts take less time
   * together than one after the other.
   */
  plates: PlateTime[]
  layers: number
  /** Half the 90 % range of the filament, percent. */
  rangePercent: number
  supports: SupportPlan
}

/** `unreadable` with the code `nothing_prints` when half of the material or more is too thin for the nozzle. */
export type EstimateOutcome = Estimate | JobFailure

/** A point, mm, in printer axes: Z up. */
export type PointMm = [number, number, number]

/** The surface in the file, before any repair. */
export type ReceivedMesh = {
  /** In the file, degenerate ones included. */
  triangles: number
  boundaryEdges: number
  nonManifoldEdges: number
  /** Parts connected by shared vertices. */
  components: number
  /** Every edge has exactly two triangles. */
  watertight: boolean
  /**
   * Signed volume that the surface encloses; negative when it faces inwards. `null` when its edges do not all run once
   * each way, so that it has no volume of its own.
   */
  volumeCm3: number | null
}

/** A connected region of the surface behind which the wall is too thin. */
export type ThinPlace = {
  /** On the surface. */
  at: PointMm
  /** The thinnest wall of the region. */
  thicknessMm: number
  areaMm2: number
}

/** Measured wall thickness: diameters of inscribed balls (geometry/src/inspect/walls). */
export type WallReport = {
  /**
   * The thickness that a spot of 1 mm2 of the surface (0.1 % of a smaller one) falls below. `null` when no surface lies opposite
   * another within `maxMeasuredMm`.
   */
  minWallMm: number | null
  /** Walls below this are thin. */
  limitMm: number
  /** Thicker walls are not measured. */
  maxMeasuredMm: number
  /** False when the surface is so intricate that points were left out: what is listed is thin, but there may be more. */
  complete: boolean
  /** At most 20, largest first. */
  thin: ThinPlace[]
  method: 'inscribed-ball'
  /** Bound of the error against analytic shapes: the greater of this and 5 %. */
  errorBoundMm: number
}

export type FaultKind = 'open_edges' | 'non_manifold_edges' | 'overhangs' | 'thin_walls' | 'outside'

/** A connected region of a fault. */
export type FaultPlace = {
  /** On the surface. */
  at: PointMm
  /** Mean outward direction of the surface there, of length 1. */
  normal: [number, number, number]
  /** Radius of a ball about `at` that holds the region. */
  radiusMm: number
  /** The region's share of the whole fault, by area or by length, 0 to 1. */
  share: number
}

export type Fault = {
  kind: FaultKind
  /** Edges of open and non-manifold edges, triangles of the others. */
  count: number
  /** Area of the triangles; `null` for edges. */
  areaMm2: number | null
  /** Length of the edges; `null` for triangles. */
  lengthMm: number | null
  /** Connected regions, of which `places` lists at most 20, largest first. */
  regions: number
  places: FaultPlace[]
}

/**
 * The surface for display, in mm and printer axes: triangle `i` is the file's triangle `i`. `positions` has three numbers a
 * vertex, `indices` three vertices a triangle, `flags` the bits of `faultBits` for each triangle.
 */
export type DisplayMesh = {
  positions: Float32Array<ArrayBuffer>
  indices: Uint32Array<ArrayBuffer>
  flags: Uint8Array<ArrayBuffer>
}

/** `faults` holds only kinds that occur, in the order of `FaultKind`. `mesh` and `picture` (PNG) are null when not requested. */
export type InspectOutcome =
  | {
      kind: 'inspected'
      report: MeshReport
      received: ReceivedMesh
      walls: WallReport
      faults: Fault[]
      mesh: DisplayMesh | null
      picture: Uint8Array<ArrayBuffer> | null
    }
  | JobFailure

/** A PNG. */
export type DrawOutcome = { kind: 'drawn'; picture: Uint8Array<ArrayBuffer> } | JobFailure

/** The shadow of a part on the plate, seen from above: every cell that the part touches is set. */
export type Silhouette = {
  /** Sizes of the part as it is printed. */
  widthMm: number
  depthMm: number
  heightMm: number
  /** Side of a cell; the first begins at the lowest X and Y of the part. */
  cellMm: number
  columns: number
  rows: number
  /** Rows of ceil(columns / 32) words from the lowest Y on; column 0 is the lowest bit of the first word. */
  bits: Uint32Array<ArrayBuffer>
}

/** `unreadable` with the code `too_large` when the part is wider or deeper than 1000 mm. */
export type SilhouetteOutcome = ({ kind: 'silhouette' } & Silhouette) | JobFailure

/** `sizesMm`: width, depth and height of each part before its copies are turned. */
export type PlaceOutcome =
  | {
      kind: 'placed'
      /** Binary STL of all copies. */
      stl: Uint8Array<ArrayBuffer>
      sizesMm: readonly (readonly [number, number, number])[]
    }
  | JobFailure
