// Between the stages "repairing" and "measuring": if a server moderates pictures, it checks pictures of the finished
// model before the account sees it. A model that is refused, or that cannot be checked, is withheld until an operator
// decides.

import { ok, type Result } from '../../base/result.ts'
import { pictureType } from '../../measurement/model-picture.ts'
import type { ReceivedFile } from '../../models/received-file.ts'
import type { GenerationFailure } from '../request/failure.ts'
import { moderationReason } from '../request/moderation-reason.ts'
import { deliveryPatienceMs, lifeLeftMs } from './ask-engine.ts'
import type { Plan, WithholdingReason } from './job.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import { changedBytes, type RepairOutcome } from './repair-model.ts'
import type { GeneratedFiles } from './result.ts'
import { retryLater, type StepStop } from './step-stop.ts'

type ModerationDeps = Pick<
  GenerationDeps,
  'languageModel' | 'meshes' | 'joinPictures' | 'temporaryFiles' | 'clock' | 'log'
>

/** Views that show every side of the model: from the front right and above, from the left, from behind, from below. */
const views = ['iso', 'left', 'back', 'bottom'] as const
/** Width and height of each view in pixels. Moderation servers scale pictures to less than the total of all views. */
const sizePx = 384
/** Delay between attempts while the moderation server or the geometry core does not respond. */
const lookAgainMs = 5_000

const silent: WithholdingReason = {
  cause: 'unseen',
  reason: 'The moderation server did not answer.',
}
const notDrawn: WithholdingReason = { cause: 'unseen', reason: 'The model could not be drawn.' }

type ModeratedResult = Result<WithholdingReason | null, StepStop>

type FileToModerate = {
  /** The engine's file. */
  readonly file: ReceivedFile
  readonly repaired: RepairOutcome
  readonly plan: Plan
  /** The engine task that made the file. */
  readonly taskId: string
}

/**
 * Returns null if the model can be delivered: it was allowed, no server moderates pictures, or it is not a readable
 * mesh, which can be neither drawn, ordered nor published. Retries a missing verdict as long as a finished model is
 * downloaded, then withholds the model. The decision is stored in the job, so that a later run that only retries
 * storage does not moderate again.
 */
export async function moderateResult(
  deps: ModerationDeps,
  lease: JobLease,
  { file, repaired, plan, taskId }: FileToModerate,
): Promise<ModeratedResult> {
  const isMesh = repaired.kind === 'processed' || repaired.hasGivenUp
  if (!deps.languageModel.readsPictures || !isMesh) return ok(null)
  if (plan.looked?.taskId === taskId) return ok(plan.looked.withheld)
  const moderated = await moderateOnce(deps, lease, { file, repaired })
  if (moderated.ok) {
    await lease.save({ plan: { ...plan, looked: { taskId, withheld: moderated.value } } })
  }
  return moderated
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
      // A model that was too large for the repair would be too large again in every later run.
      return hasGivenUp
        ? ok(giveUp(deps, lease, notDrawn))
        : await retryModeration(deps, lease, notDrawn)
    case 'silent':
      return await retryModeration(deps, lease, silent)
  }
}

/** `repaired`: null = the engine's unchanged file. */
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
  /** The geometry core is at capacity; nothing was attempted. */
  | { readonly kind: 'busy' }
  /** The geometry core timed out or crashed. */
  | { readonly kind: 'not_drawn' }
  /** The moderation server returned no verdict. */
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
    return {
      kind: 'withheld',
      withheld: { cause: 'refused', reason: moderationReason(verdict, 'result') },
    }
  } finally {
    await temporaryFiles.remove(image.path)
  }
}

/** Retries during the lifetime of the job, because a busy service says nothing about the model. */
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

/** Returns the failure of a job whose model is withheld, or lost if it was not stored. */
export function failureOfWithheld(
  { cause, reason }: WithholdingReason,
  { persisted }: Pick<GeneratedFiles, 'persisted'>,
): GenerationFailure {
  const made = persisted ? 'model' : 'lost_model'
  return cause === 'refused'
    ? { kind: 'nsfw', reason, refused: made }
    : { kind: 'result_not_checked', made }
}
