// What of `FarmDeps` each part of the area uses.
import type { FarmDeps } from './ports.ts'

/** The pose and the supports of a line's parts. */
export type PoseDeps = Pick<
  FarmDeps,
  'log' | 'meshes' | 'orderLines' | 'printEstimates' | 'runningEstimates' | 'temporaryFiles'
>

/** A part of a plate that orders share: its mesh in its pose. */
export type PlatePartDeps = PoseDeps &
  Pick<FarmDeps, 'measurements' | 'objects' | 'orders' | 'geometry'>

/** Keeping g-code that an operator or the slicer made. */
export type KeepFileDeps = Pick<
  FarmDeps,
  | 'clock'
  | 'geometry'
  | 'ids'
  | 'log'
  | 'measurements'
  | 'objects'
  | 'plateProfiles'
  | 'printJobs'
  | 'temporaryFiles'
  | 'visitorFiles'
>

/** Slicing the plate of a job. */
export type SlicePlateDeps = PlatePartDeps & KeepFileDeps & Pick<FarmDeps, 'plateSlicer' | 'slicer'>

/** Slicing plates in the background, and again for another printer. */
export type SliceQueueDeps = SlicePlateDeps &
  Pick<FarmDeps, 'platePlans' | 'plateSlices' | 'printers'>

/** Checking a sliced file against the measurement of the part. */
export type CheckFileDeps = Pick<
  FarmDeps,
  'geometry' | 'log' | 'measurements' | 'meshes' | 'printEstimates'
>

/** A file that an operator hands in for a job. */
export type UploadPrintFileDeps = Pick<
  FarmDeps,
  | 'clock'
  | 'geometry'
  | 'ids'
  | 'log'
  | 'measurements'
  | 'meshes'
  | 'objects'
  | 'orderLines'
  | 'orders'
  | 'printEstimates'
  | 'printJobs'
  | 'visitorFiles'
>
