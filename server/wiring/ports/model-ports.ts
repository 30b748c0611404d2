// The ports of models: their files, measurements and pictures, and the engines that generate them.
import type { createGeometry } from '../../../geometry/index.ts'
import type { createDownloads } from '../../adapters/downloader/downloads.ts'
import { createEngines } from '../../adapters/engines/create-engines.ts'
import { createImageModel } from '../../adapters/engines/images/create-image-model.ts'
import { createVendorAccounts } from '../../adapters/engines/vendor-accounts.ts'
import type { ProcessLog } from '../../adapters/observability/log.ts'
import { currentTraceparent } from '../../adapters/observability/trace-context.ts'
import { createColorReader } from '../../adapters/pictures/color-reader.ts'
import { joinPictures } from '../../adapters/pictures/join-pictures.ts'
import type { openTemporaryFiles } from '../../adapters/storage/temporary-files.ts'
import { createUploads } from '../../adapters/storage/uploads.ts'
import type { Config } from '../../config/config.ts'
import type { OpenDatabase } from '../../db/core/connect.ts'
import { createGallery } from '../../db/gallery/gallery.ts'
import { createCredits } from '../../db/generation/credits.ts'
import { createEngineHealth, createLeftovers } from '../../db/generation/engine-health.ts'
import { createEngineBudget, createSpendReader } from '../../db/generation/engine-spend.ts'
import { createEngineSwitches } from '../../db/generation/engine-switches.ts'
import { createGenerationJobs } from '../../db/generation/generation-jobs.ts'
import { createGenerations } from '../../db/generation/generations.ts'
import { createImages } from '../../db/generation/images.ts'
import { createOwnWork } from '../../db/generation/own-work.ts'
import { createVendorBalances } from '../../db/generation/vendor-balances.ts'
import { createWithheldResults } from '../../db/generation/withheld-results.ts'
import { createReserveBatch } from '../../db/limits/rate-batches.ts'
import {
  type CacheOptions,
  createMeasurements,
  createPrintEstimates,
} from '../../db/models/cached-outcomes.ts'
import { createModelChanges } from '../../db/models/model-changes.ts'
import { createModels } from '../../db/models/models.ts'
import { createPartSilhouettes } from '../../db/models/part-silhouettes.ts'
import { createPrintModels } from '../../db/models/print-models.ts'
import { createVisitorFiles } from '../../db/models/visitor-files.ts'
import { createSignedUploads } from '../../db/uploads/signed-uploads.ts'
import type { Clock } from '../../domain/base/ports.ts'
import { createProcessorTime } from '../../domain/limits/processor-time.ts'
import { createDrawings } from '../../domain/measurement/drawings.ts'
import { createRunningEstimates } from '../../domain/measurement/running-estimates.ts'
import type { Deps } from '../deps.ts'
import { sharedGeometry } from '../geometry/geometry-callers.ts'
import { parseBodyInto } from '../parse-body.ts'

export type ModelSettings = {
  readonly config: Config
  readonly database: OpenDatabase
  readonly clock: Clock
  readonly log: ProcessLog
  /** For links in mails. */
  readonly baseUrl: string
  readonly cache: CacheOptions
  readonly geometry: ReturnType<typeof createGeometry>
  readonly temporaryFiles: ReturnType<typeof openTemporaryFiles>
  readonly downloads: ReturnType<typeof createDownloads>
}

export function openModelPorts({
  config,
  baseUrl,
  database,
  clock,
  log,
  cache,
  geometry,
  temporaryFiles,
  downloads,
}: ModelSettings) {
  const { db } = database
  const budget = createEngineBudget(db, config.engineSpend)
  const engineHealth = createEngineHealth(db)
  return {
    models: createModels(db),
    visitorFiles: createVisitorFiles(db),
    visitorRetention: config.visitorRetention,
    measurements: createMeasurements(database, cache),
    drawings: createDrawings(clock),
    printEstimates: createPrintEstimates(db, cache),
    partSilhouettes: createPartSilhouettes(db, cache),
    runningEstimates: createRunningEstimates(),
    printModels: createPrintModels(db),
    modelChanges: createModelChanges(db),
    signedUploads: createSignedUploads(db),
    gallery: createGallery(db),
    images: createImages(db),
    imageModel: createImageModel({ fal: config.fal, temporaryFiles, downloads, log, budget }),
    spendReader: createSpendReader(db),
    engineHealth,
    engineSwitches: createEngineSwitches(db),
    leftovers: createLeftovers(db),
    vendorBalances: createVendorBalances(db),
    vendorAccounts: createVendorAccounts({
      tripo: config.tripo,
      fal: config.fal,
      tripoLowCredits: config.tripoLowCredits,
      log,
    }),
    ownWork: createOwnWork(db),
    withheldResults: createWithheldResults(db, baseUrl),
    colorReader: createColorReader(temporaryFiles),
    engines: createEngines({
      tripo: config.tripo,
      fal: config.fal,
      closed: !config.generation,
      temporaryFiles,
      downloads,
      log,
      budget,
      health: engineHealth,
      clock,
    }),
    generationJobs: createGenerationJobs(db, log, currentTraceparent, baseUrl),
    generations: createGenerations(db),
    credits: createCredits(db),
    parseBody: parseBodyInto(temporaryFiles),
    joinPictures,
    downloads,
    temporaryFiles,
    uploads: createUploads(temporaryFiles),
    ...sharedGeometry(
      geometry,
      createProcessorTime({
        reserveBatch: createReserveBatch(database),
        nowMs: () => performance.now(),
        log,
      }),
    ),
  } satisfies Partial<Deps>
}
