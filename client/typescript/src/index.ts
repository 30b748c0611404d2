// Exports of the package.

export type { Fetch } from './attempt.ts'
export { type ClientOptions, createClient, type SvcClient } from './client.ts'
export {
  GenerationFailedError,
  NetworkError,
  OutcomeUnknownError,
  RefusalError,
  SvcError,
  TimeoutError,
} from './errors.ts'
export type { GenerationHelpers } from './generations.ts'
export type { ModelHelpers } from './models.ts'
export type { OrderHelpers } from './orders.ts'
export type { components, operations, paths } from './schema.ts'
export type {
  CallOptions,
  CheckInput,
  Country,
  DryRun,
  FinishedGeneration,
  GenerateInput,
  GenerateOptions,
  GenerationJob,
  GenerationResult,
  Material,
  ModelPrice,
  ModelPriceInput,
  NamedFile,
  Order,
  OrderInput,
  OrderStatus,
  Picture,
  PriceEstimate,
  PriceInput,
  PrintabilityReport,
  Quality,
  RefineInput,
  RetextureInput,
  Retry,
  StartedGeneration,
  SubmitOptions,
  SubmittedOrder,
  Units,
  UploadedModel,
  UploadInput,
  UploadOptions,
  UploadProgress,
  WatchOptions,
} from './types.ts'
export type { Versions } from './version.ts'
