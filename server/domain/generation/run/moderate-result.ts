// Between stages "repairing" and "measuring": where a server looks at pictures, one of the finished model is moderated before anybody sees
// it. What is refused, or could not be looked at, is kept from its account, and operators decide.

import { ok, type Result } from '../../base/result.ts'
import { pictureType } from '../../measurement/model-picture.ts'
import type { ReceivedFile } from '../../models/received-file.ts'
import type { GenerationFailure } from '../request/failure.ts'
import { deliveryPatienceMs, lifeLeftMs } from './ask-engine.ts'
import type { Plan, WithholdingReason } from './job.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import { changedBytes, type RepairOutcome } from './repair-model.ts'
import type { GeneratedFiles } from './result.ts'
import { retryLater, type StepOutcome } from './step-outcome.ts'

type ModerationDeps = Pick<
  GenerationDeps,
  'languageModel' | 'meshes' | 'joinPictures' | 'temporaryFiles' | 'clock' | 'log'
>

/** Every side of it: from the front, the right and above; from the left; from behind; from below. */
const views = ['iso', 'left', 'back', 'bottom'] as const
/** Width and height of each view in pixels. Moderation servers make pictures smaller than all of them together. */
const sizePx = 384
/** Between two looks, while the moderation server or the geometry core gives no answer. */
const lookAgainMs = 5_000

const silent: WithholdingReason = {
  cause: 'unseen',
  reason: 'The moderation server did not answer.',
}
const notDrawn: WithholdingReason = { cause: 'unseen', reason: 'The model could not be drawn.' }

type ModeratedResult = Result<WithholdingReason | null, StepOutcome>

type FileToModerate = {
  /** The engine's. */
  readonly file: ReceivedFile
  readonly repaired: RepairOutcome
  readonly plan: Plan
  /** The engine's task that made it. */
  readonly taskId: string
}

/**
 * null = it may be delivered: it was allowed, no server looks at pictures, or it is no readable mesh, which can neither be drawn nor
 * ordered nor published. Without an answer it is tried for as long as a finished model is fetched, and then withheld. What was decided is
 * kept in the job: a later run, which stores the model once storage is back, does not look again.
 */
export async function moderateResult(
  deps: ModerationDeps,
  lease: JobLease,
  { file, repaired, plan, taskId }: FileToModerate,
): Promise<ModeratedResult> {
  const isMesh = repaired.kind === 'processed' || repaired.gaveUp
  if (!deps.languageModel.readsPictures || !isMesh) return ok(null)
  if (plan.looked?.taskId === taskId) return ok(plan.looked.withheld)
  const looked = await moderateOnce(deps, lease, { file, repaired })
  if (looked.ok) await lease.save({ plan: { ...plan, looked: { taskId, withheld: looked.value } } })
  return looked
}

async function moderateOnce(
  deps: ModerationDeps,
  lease: JobLease,
  { file, repaired }: Pick<FileToModerate, 'file' | 'repaired'>,
): Promise<ModeratedResult> {
  const hasGivenUp = repaired.kind === 'unreadable'
  const seen = await moderateFile(deps, lease, hasGivenUp ? null : changedBytes(repaired), file)
  switch (seen.kind) {
    case 'allowed':
      return ok(null)
    case 'withheld':
      return ok(seen.withheld)
    case 'busy':
      return waitForRoom(deps, lease)
    case 'not_drawn':
      // What was too much for the repair is too much again, and every run would begin with that.
      return hasGivenUp
        ? ok(giveUp(deps, lease, notDrawn))
        : await retryModeration(deps, lease, notDrawn)
    case 'silent':
      return await retryModeration(deps, lease, silent)
  }
}

/** `repaired`: null = the engine's file as it is. */
async function moderateFile(
  deps: ModerationDeps,
  lease: JobLease,
  repaired: Uint8Array | null,
  file: ReceivedFile,
): Promise<ModeratedFile> {
  if (repaired === null) return await moderateViews(deps, lease, file.path)
  const copy = await deps.temporaryFiles.write(repaired)
  try {
    return await moderateViews(deps, lease, copy.path)
  } finally {
    await deps.temporaryFiles.remove(copy.path)
  }
}

type ModeratedFile =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'withheld'; readonly withheld: WithholdingReason }
  /** The geometry core has no room: nothing was tried. */
  | { readonly kind: 'busy' }
  /** The geometry core took too long, or crashed. */
  | { readonly kind: 'not_drawn' }
  /** The moderation server gave no answer. */
  | { readonly kind: 'silent' }

async function moderateViews(
  deps: ModerationDeps,
  { signal }: JobLease,
  path: string,
): Promise<ModeratedFile> {
  const { meshes, languageModel, temporaryFiles } = deps
  const pictures: Uint8Array[] = []
  for (const view of views) {
    const picture = { sizePx, view }
    const drawn = await meshes.draw({ source: { path }, format: 'glb', picture })
    if (drawn.kind === 'unreadable') return { kind: 'withheld', withheld: notDrawn }
    if (drawn.kind === 'busy') return drawn
    if (drawn.kind !== 'drawn') return { kind: 'not_drawn' }
    pictures.push(drawn.picture)
  }
  const image = await temporaryFiles.write(await deps.joinPictures(pictures, sizePx))
  try {
    const file = { ...image, fileName: 'model.png', mimeType: pictureType } as const
    const verdict = await languageModel.moderate({ text: '', images: [file], signal })
    if (verdict.kind === 'allowed') return verdict
    if (verdict.kind !== 'refused') return { kind: 'silent' }
    return { kind: 'withheld', withheld: { cause: 'refused', reason: verdict.reason } }
  } finally {
    await temporaryFiles.remove(image.path)
  }
}

/** For as long as the job lives: a busy service says nothing about the model. */
function waitForRoom(deps: ModerationDeps, lease: JobLease): ModeratedResult {
  return lifeLeftMs(deps, lease) > 0 ? retryLater(lookAgainMs) : ok(giveUp(deps, lease, notDrawn))
}

async function retryModeration(
  deps: ModerationDeps,
  lease: JobLease,
  withheld: WithholdingReason,
): Promise<ModeratedResult> {
  const now = deps.clock.now()
  const failedAt = lease.job.lookFailedAt ?? now
  if (lease.job.lookFailedAt === null) await lease.save({ lookFailedAt: now })
  const isPatient = now.getTime() - failedAt.getTime() < deliveryPatienceMs
  if (isPatient && lifeLeftMs(deps, lease) > 0) return retryLater(lookAgainMs)
  return ok(giveUp(deps, lease, withheld))
}

function giveUp(
  { log }: ModerationDeps,
  { job: { id } }: JobLease,
  withheld: WithholdingReason,
): WithholdingReason {
  log.warn('generation.not_looked_at', { id, reason: withheld.reason })
  return withheld
}

/** How a job ends whose model is withheld, or lost when it was not stored. */
export function failureOfWithheld(
  { cause, reason }: WithholdingReason,
  { persisted }: Pick<GeneratedFiles, 'persisted'>,
): GenerationFailure {
  const made = persisted ? 'model' : 'lost_model'
  return cause === 'refused'
    ? { kind: 'nsfw', reason, refused: made }
    : { kind: 'result_not_checked', made }
}
