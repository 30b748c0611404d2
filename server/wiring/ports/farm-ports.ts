// The ports of the farm: its print jobs, plates and printers, and its slicing.
import { createEasyPost } from '../../adapters/carriers/easypost.ts'
import { shrinkPicture } from '../../adapters/pictures/shrink-picture.ts'
import type { Config } from '../../config/config.ts'
import { createParcelLabels } from '../../db/carriers/parcel-labels.ts'
import type { Db } from '../../db/core/connect.ts'
import { createFarmLoad } from '../../db/farm/load/read-load.ts'
import { createOrderPlans } from '../../db/farm/order-plans.ts'
import { createPlatePlans } from '../../db/farm/plate-plans.ts'
import { createPlateSlices } from '../../db/farm/plate-slices.ts'
import { createPrintJobs } from '../../db/farm/print-jobs.ts'
import { createPrinters } from '../../db/printers/printers.ts'
import { createSpools } from '../../db/spools/spools.ts'
import type { Log } from '../../domain/base/ports.ts'
import type { openSlicing } from '../slicing/slicing.ts'

export type FarmSettings = {
  readonly config: Pick<
    Config,
    'easyPost' | 'labelDefault' | 'printerHoursPerDay' | 'sharedPlates' | 'timeZone'
  >
  readonly db: Db
  readonly slicing: Pick<ReturnType<typeof openSlicing>, 'slicer' | 'plateSlicer' | 'plateProfiles'>
  readonly log: Log
}

export const openFarmPorts = ({ config, db, slicing, log }: FarmSettings) => ({
  farmLoad: createFarmLoad(db, { ...config, log }),
  slicer: slicing.slicer,
  plateSlicer: slicing.plateSlicer,
  plateProfiles: slicing.plateProfiles,
  printJobs: createPrintJobs(db),
  plateSlices: createPlateSlices(db),
  platePlans: createPlatePlans(db),
  sharesPlates: config.sharedPlates,
  orderPlans: createOrderPlans(db, log),
  printers: createPrinters(db),
  shrinkPicture,
  spools: createSpools(db),
  carriers: config.easyPost === null ? null : createEasyPost({ ...config.easyPost, log }),
  labelDefault: config.labelDefault,
  parcelLabels: createParcelLabels(db),
})
