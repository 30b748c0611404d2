// Outcomes of jobs. The crate writes them as JSON in report.rs, examine.rs and parse/gcode, which
// define the same shapes.

/** Unit of the numbers in a file. Callers can override it with `mm`, `cm`, `m` or `in`. */
export type Unit = 'um' | 'mm' | 'cm' | 'm' | 'in' | 'ft'

/**
 * Repairs made to a copy of the surface before it is measured. The file itself is never changed.
 */
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

/**
 * Report of a mesh. Counts describe the surface as read (exact weld); sizes describe the repaired
 * surface.
 */
export type MeshReport = {
  readonly unit: Unit
  /** `file`: stated in the file; `default`: mm for STL, m for GLB; `override`: set by the caller. */
  readonly unitSource: 'file' | 'default' | 'override'
  /** Triangles in the file, degenerate ones included. */
  readonly triangles: number
  /** Width, depth and height on the printer: Z is up, also for GLB (whose Y is up). */
  readonly dimensionsMm: readonly [number, number, number]
  readonly volumeCm3: number
  /** Area of the file's own triangles, without patches over holes. */
  readonly surfaceCm2: number
  /** Whether every edge has exactly two triangles. */
  readonly watertight: boolean
  readonly boundaryEdges: number
  readonly nonManifoldEdges: number
  readonly misorientedEdges: number
  /** Triangles that use a vertex twice or have no area. */
  readonly degenerateTriangles: number
  /** Parts connected by shared vertices. */
  readonly components: number
  /** Steepest face that points down and is not on the plate: 0 is a wall, 90 a flat ceiling. */
  readonly maxOverhangDeg: number
  /** False when holes had to be filled, or bodies overlap, so that the volume is an estimate. */
  readonly volumeIsExact: boolean
  /** Whether bodies overlap or the surface crosses itself. Shared volume counts once. */
  readonly bodiesOverlap: boolean
  /**
   * False when there are too many surfaces to distinguish cavities from bodies. The volume is then
   * what a slicer fills.
   */
  readonly cavitiesKnown: boolean
  readonly repaired: Repairs
  /**
   * Sentences about the parts of the file that are not printed. Absent when everything is printed.
   */
  readonly notes?: readonly string[]
}

/**
 * `slicer`: the slicer's figure. `moves`: the least time that the moves take, used where the file
 * states none.
 */
export type SecondsSource = 'slicer' | 'moves'

/** Box around all extrusions, in machine coordinates, mm. */
export type Extents = {
  readonly min: readonly [number, number, number]
  readonly max: readonly [number, number, number]
}

/** One plate of a sliced file. Figures are `null` where the file does not state them. */
export type PlateReport = {
  /** Number of the plate, starting at 1. */
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
  /** Filament per tool, computed from the moves. */
  readonly tools: readonly { readonly tool: number; readonly extrudedMm: number }[]
  /** Median line width that the moves imply with filament of the stated diameter, or of 1.75 mm. */
  readonly lineWidthMm: number | null
  readonly extents: Extents
  /** Temperatures that the file sets, in degrees Celsius, and the commands that turn off what it leaves on. */
  readonly heat: {
    readonly nozzleC: number
    readonly bedC: number
    readonly chamberC: number
    readonly leftOn: readonly string[]
  }
  /** Whether the file uses commands that only Bambu Lab printers accept. */
  readonly bambuOnly: boolean
  /** Firmware that the file was sliced for; null when the file does not state it. */
  readonly flavor: Flavor | null
  readonly printerModel: string | null
  /** Smallest nozzle that the file states. */
  readonly nozzleMm: number | null
  /** Bounding box of all moves. */
  readonly reach: Extents
  /** Commands that an operator has to review before the file is printed. */
  readonly review: readonly {
    readonly line: number
    readonly command: string
    readonly reason: string
  }[]
}

type Flavor = 'marlin' | 'klipper' | 'reprapfirmware' | 'bambu'

/**
 * Sliced file whose claims agree with its moves, summed over its plates. `null`: not stated on
 * every plate.
 */
export type SlicedReport = {
  /** `unknown` when the file does not say. */
  readonly slicer: string
  readonly slicerVersion: string | null
  readonly plates: number
  /** Weight that the slicer states. */
  readonly grams: number | null
  readonly filamentCm3: number | null
  readonly filamentMm: number | null
  readonly diameterMm: number | null
  /** Time that the slicer states, or the least time that the moves take where it states none. */
  readonly seconds: number | null
  readonly secondsSource: SecondsSource
  readonly movesSeconds: number
  readonly layers: number | null
  /** Length of filament that the moves extrude, net of retractions. */
  readonly extrudedMm: number
  readonly extents: Extents
  readonly perPlate: readonly PlateReport[]
}

/** The file is invalid. `code` is stable; `message` is a sentence for the caller. */
export type Unreadable = {
  readonly kind: 'unreadable'
  readonly code: string
  readonly message: string
}

/** Ways in which a job finishes without a result. */
export type JobFailure =
  | Unreadable
  /** Exceeded the time limit; the run was stopped. */
  | { readonly kind: 'timed_out' }
  /** The run crashed (out of memory, a trap); `reason` is for the log. */
  | { readonly kind: 'crashed'; readonly reason: string }
  /** The queue, or the caller's share of it, is full. The caller can retry later. */
  | { readonly kind: 'busy'; readonly by: 'queue' | 'caller' }

/** Outcome of a measurement. Everything that a file can cause is an outcome, never an exception. */
export type MeasureOutcome =
  /**
   * `estimate`: present only when its settings were given. `picture`: the PNG, present only when
   * requested.
   */
  | {
      readonly kind: 'mesh'
      readonly report: MeshReport
      readonly estimate?: Estimate | Unreadable
      readonly picture?: Uint8Array<ArrayBuffer>
    }
  | { readonly kind: 'sliced'; readonly report: SlicedReport }
  | JobFailure

/** Changes made to a model: contract.md 2.5, meshRepair. */
export type MeshRepair =
  | { readonly applied: false; readonly summary: string }
  | {
      readonly applied: true
      readonly weldedVertices: number
      readonly removedDegenerates: number
      readonly flippedFaces: number
      readonly filledHoles: number
      readonly remainingBoundaryEdges: number
      /** Scale factor in addition to the file's unit; 1 when the size is unchanged. */
      readonly scaleApplied: number
      readonly smoothed: boolean
      readonly hollowed: boolean
      readonly reoriented: boolean
      /**
       * Wall thickness that was used. It is less than requested where the requested wall left no
       * cavity.
       */
      readonly hollowWallMm: number | null
      readonly partCount: number
      /** Sentences that say what was reduced or refused, and why. */
      readonly notes: readonly string[]
    }

/** Printability of the processed mesh: contract.md 2.5. */
export type Printability = {
  readonly watertight: boolean
  /** Volume of the material: cavities are subtracted. */
  readonly volumeCm3: number
  /** Number of open edges, not of rings. */
  readonly holes: number
  readonly nonManifoldEdges: number
  readonly triangles: number
  readonly dimensionsMm: readonly [number, number, number]
  /** Smallest of the dimensions, not a measured wall. */
  readonly minFeatureMm: number
  readonly featureSizeEstimated: true
  /** Steepest overhang of all faces, those of cavities included: 0 is a wall, 90 a flat ceiling. */
  readonly maxOverhangDeg: number
  /** Whether no side is longer than 340 mm. */
  readonly fitsPlate: boolean
}

/** A sentence and, where it has one, its position on the processed model. */
export type Remark = {
  /** Stable code of the remark. */
  readonly code: string
  readonly message: string
  /** Position in mm, in the coordinates of the processed mesh. */
  readonly at: readonly [number, number, number] | null
  readonly sizeMm: number | null
}

export type ProcessReport = {
  readonly unit: Unit
  readonly unitSource: MeshReport['unitSource']
  readonly meshRepair: MeshRepair
  readonly printability: Printability
  /**
   * Score 95, 85, or 40 (cannot be closed) / 45 (thinner than 0.8 mm, nothing prints, or it cannot
   * be hollowed).
   */
  readonly printStatus: 'ready' | 'repaired' | 'needs-redesign'
  readonly printabilityScore: number
  readonly printDetail: string
  readonly issues: readonly Remark[]
  readonly recommendations: readonly Remark[]
}

/**
 * Outcome of processing. A file that was not requested is null. `stl` is binary STL in mm, Z up.
 * `glb` is in meters, Y up, with the materials and textures of the source glTF.
 */
export type ProcessOutcome =
  | {
      readonly kind: 'processed'
      readonly report: ProcessReport
      readonly stl: Uint8Array | null
      readonly glb: Uint8Array | null
      /** Model as 3MF: one object, mm, Z up. Present only when requested. */
      readonly threemf?: Uint8Array
    }
  | JobFailure

/** One part of a model after a change. */
export type ChangedPart = {
  /** Width, depth and height in the pose of the file. */
  readonly dimensionsMm: readonly [number, number, number]
  /**
   * Without a cut: volume of the plastic. After a cut: volume inside the closed surface, where
   * overlapping bodies count twice.
   */
  readonly volumeCm3: number
  readonly triangles: number
  /** Number of bodies that do not touch each other. The surface of a cavity is not a body. */
  readonly bodies: number
}

/**
 * Outcome of a change. `report` describes the whole model before it is cut. `files` has one entry
 * per part in STL or GLB. A 3MF is one file, in which every part is a separate object; the parts
 * lie side by side on the plate.
 */
export type ChangeOutcome =
  | {
      readonly kind: 'changed'
      readonly report: ProcessReport
      readonly parts: readonly ChangedPart[]
      readonly files: readonly Uint8Array[]
    }
  | JobFailure

/** A plate with several copies of the model. `seconds` is the time of the whole plate. */
export type PlateTime = { readonly copies: number; readonly seconds: number }

/** How the overhangs of a part are printed, and what the supports cost. */
export type SupportPlan = {
  /**
   * `none`: prints without supports as is. `turn`: prints without supports in a better pose.
   * `supports`: prints as is, with supports.
   */
  readonly decision: 'none' | 'turn' | 'supports'
  /** Area in mm² of unsupported layers that a slicer supports, in the given pose. */
  readonly unsupportedMm2: number
  /** Filament of the supports in the given pose, in cm³; 0 where the decision is `none`. */
  readonly filamentCm3: number
  /** Printing time that the supports add in the given pose, in seconds; 0 where the decision is `none`. */
  readonly seconds: number
  /**
   * The pose without supports, present where the decision is `turn`. `process` with `orient` turns
   * the model to this pose.
   */
  readonly turned: null | {
    readonly dimensionsMm: readonly [number, number, number]
    /** Estimate of the part in that pose. The fields mean the same as in the estimate itself. */
    readonly filamentCm3: number
    readonly seconds: number
    readonly plates: readonly PlateTime[]
    readonly layers: number
    readonly rangePercent: number
  }
}

/**
 * Filament and print time of the model in its given pose, without supports. `supports` adds those.
 */
export type Estimate = {
  readonly kind: 'estimated'
  readonly filamentCm3: number
  readonly seconds: number
  /**
   * Times of plates with several copies, fewest first. A copy cools while the others are printed,
   * so small parts take less time together than one after the other.
   */
  readonly plates: readonly PlateTime[]
  readonly layers: number
  /** Half the 90 % range of the filament, percent. */
  readonly rangePercent: number
  readonly supports: SupportPlan
}

/**
 * Outcome of an estimate: `unreadable` with the code `nothing_prints` when half of the material or
 * more is too thin for the nozzle.
 */
export type EstimateOutcome = Estimate | JobFailure

/** A point in mm, in printer axes: Z up. */
export type PointMm = readonly [number, number, number]

/** The surface in the file, before any repair. */
export type ReceivedMesh = {
  /** Triangles in the file, degenerate ones included. */
  readonly triangles: number
  readonly boundaryEdges: number
  readonly nonManifoldEdges: number
  /** Parts connected by shared vertices. */
  readonly components: number
  /** Whether every edge has exactly two triangles. */
  readonly watertight: boolean
  /**
   * Signed volume that the surface encloses; negative when the surface faces inwards. `null` when
   * some edge is not used exactly once in each direction, because the surface then encloses no
   * volume.
   */
  readonly volumeCm3: number | null
}

/** A connected region of the surface behind which the wall is too thin. */
export type ThinPlace = {
  /** Point on the surface. */
  readonly at: PointMm
  /** Thinnest wall of the region. */
  readonly thicknessMm: number
  readonly areaMm2: number
}

/** Measured wall thickness: diameters of inscribed balls (geometry/src/inspect/walls). */
export type WallReport = {
  /**
   * Thickness that only the thinnest 1 mm2 of the surface (0.1 % of a smaller surface) is below.
   * `null` when no two surfaces face each other within `maxMeasuredMm`.
   */
  readonly minWallMm: number | null
  /** Walls thinner than this are reported as thin. */
  readonly limitMm: number
  /** Walls thicker than this are not measured. */
  readonly maxMeasuredMm: number
  /**
   * False when the surface is too intricate to sample completely. Listed regions are thin, but
   * there may be more.
   */
  readonly complete: boolean
  /** At most 20, largest first. */
  readonly thin: readonly ThinPlace[]
  readonly method: 'inscribed-ball'
  /** Error bound, measured on analytic shapes: the greater of this value and 5 %. */
  readonly errorBoundMm: number
}

export type FaultKind = 'open_edges' | 'non_manifold_edges' | 'overhangs' | 'thin_walls' | 'outside'

/** One connected region of a fault. */
export type FaultPlace = {
  /** Point on the surface. */
  readonly at: PointMm
  /** Mean outward direction of the surface at the point, of length 1. */
  readonly normal: readonly [number, number, number]
  /** Radius of a ball around `at` that contains the region. */
  readonly radiusMm: number
  /** The region's share of the whole fault, by area or by length, 0 to 1. */
  readonly share: number
}

export type MeshFault = {
  readonly kind: FaultKind
  /** Number of edges for open and non-manifold edges; number of triangles for other faults. */
  readonly count: number
  /** Area of the triangles; `null` for edges. */
  readonly areaMm2: number | null
  /** Length of the edges; `null` for triangles. */
  readonly lengthMm: number | null
  /** Number of connected regions. `places` lists at most 20 of them, largest first. */
  readonly regions: number
  readonly places: readonly FaultPlace[]
}

/**
 * Surface for display, in mm and printer axes. Triangle `i` is the file's triangle `i`. `positions`
 * has three numbers per vertex, `indices` three vertices per triangle, and `flags` the bits of
 * `faultBits` for each triangle.
 */
export type DisplayMesh = {
  readonly positions: Float32Array<ArrayBuffer>
  readonly indices: Uint32Array<ArrayBuffer>
  readonly flags: Uint8Array<ArrayBuffer>
}

/**
 * `faults` lists only kinds that occur, in the order of `FaultKind`. `mesh` and `picture` (PNG) are
 * null unless requested.
 */
export type InspectOutcome =
  | {
      readonly kind: 'inspected'
      readonly report: MeshReport
      readonly received: ReceivedMesh
      readonly walls: WallReport
      readonly faults: readonly MeshFault[]
      readonly mesh: DisplayMesh | null
      readonly picture: Uint8Array<ArrayBuffer> | null
      /** Absent unless requested, like `verdict`. */
      readonly estimate?: Estimate | Unreadable
      readonly verdict?: ProcessReport
    }
  | JobFailure

/** Outcome of drawing: a PNG. */
export type DrawOutcome =
  | { readonly kind: 'drawn'; readonly picture: Uint8Array<ArrayBuffer> }
  | JobFailure

/** Shadow of a part on the plate, seen from above. Every cell that the part touches is set. */
export type Silhouette = {
  /** Sizes of the part in the pose in which it is printed. */
  readonly widthMm: number
  readonly depthMm: number
  readonly heightMm: number
  /** Side of a cell. The first cell begins at the lowest X and Y of the part. */
  readonly cellMm: number
  readonly columns: number
  readonly rows: number
  /**
   * Rows of ceil(columns / 32) words, starting at the lowest Y. Column 0 is the lowest bit of the
   * first word.
   */
  readonly bits: Uint32Array<ArrayBuffer>
}

/**
 * Outcome of a silhouette: `unreadable` with the code `too_large` when the part is wider or deeper
 * than 1000 mm.
 */
export type SilhouetteOutcome = ({ readonly kind: 'silhouette' } & Silhouette) | JobFailure

/**
 * Outcome of placing parts. `sizesMm`: width, depth and height of each part before its copies are
 * turned.
 */
export type PlaceOutcome =
  | {
      readonly kind: 'placed'
      /** Binary STL of all copies. */
      readonly stl: Uint8Array<ArrayBuffer>
      readonly sizesMm: readonly (readonly [number, number, number])[]
    }
  | JobFailure
