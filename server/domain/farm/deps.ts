// The subsets of `FarmDeps` that the parts of the area use.
import type { FarmDeps } from './ports.ts'

/** Reading the pose and supports of a line's parts. */
export type PoseDeps = Pick<
  FarmDeps,
  'log' | 'meshes' | 'orderLines' | 'printEstimates' | 'runningEstimates' | 'temporaryFiles'
>

/** Reading a part of a shared plate: its mesh in its pose. */
export type PlatePartDeps = PoseDeps &
  Pick<FarmDeps, 'measurements' | 'objects' | 'orders' | 'geometry'>

/** Storing G-code from an operator or the slicer. */
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

/** Slicing plates in the background, and reslicing them for another printer. */
export type SliceQueueDeps = SlicePlateDeps &
  Pick<FarmDeps, 'platePlans' | 'plateSlices' | 'printers'>

/** Checking a sliced file against the measurement of the part. */
export type CheckFileDeps = Pick<
  FarmDeps,
  'geometry' | 'log' | 'measurements' | 'meshes' | 'printEstimates'
>

/** Storing a file that an operator uploads for a job. */
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
