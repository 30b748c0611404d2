// Between stages "repairing" and "measuring": where a server looks at pictures, one of the finished model is moderated before anybody sees
// it. What is refused, or could not be looked at, is kept from its account, and operators decide.

import { ok, type Result } from '../../base/result.ts'
import { pictureType } from '../../measurement/model-picture.ts'
import type { ReceivedFile } from '../../models/received-file.ts'
import type { GenerationFailure } from '../request/failure.ts'
import { deliveryPatienceMs, lifeLeftMs } from './ask-engine.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import { changedBytes, type Repaired } from './repair-model.ts'
import { retryLater, type StepOutcome } from './step-outcome.ts'

type LookDeps = Pick<
  GenerationDeps,
  'languageModel' | 'meshes' | 'temporaryFiles' | 'clock' | 'log'
>

/** `unseen`: it could not be drawn, or the moderation server gave no answer. */
export type WithheldCause = 'refused' | 'unseen'

/** Why a model is kept from its account. */
export type Withheld = { readonly cause: WithheldCause; readonly reason: string }

/** Width and height in pixels: moderation servers make pictures smaller than that. */
const sizePx = 640
/** Between two looks, while the moderation server or the geometry core gives no answer. */
const lookAgainMs = 5_000

const silent: Withheld = { cause: 'unseen', reason: 'The moderation server did not answer.' }
const notDrawn: Withheld = { cause: 'unseen', reason: 'The model could not be drawn.' }

/**
 * null = it may be delivered: it was allowed, no server looks at pictures, or it is no readable mesh, which can neither be drawn nor
 * ordered nor published. Without an answer it is tried for as long as a finished model is fetched, and then withheld.
 */
export async function lookAtResult(
  deps: LookDeps,
  lease: JobLease,
  { file, repaired }: { readonly file: ReceivedFile; readonly repaired: Repaired },
): Promise<Result<Withheld | null, StepOutcome>> {
  if (!deps.languageModel.readsPictures || repaired.kind === 'unreadable') return ok(null)
  const glb = changedBytes(repaired)
  const copy = glb === null ? null : await deps.temporaryFiles.write(glb)
  try {
    const seen = await look(deps, lease, copy?.path ?? file.path)
    if (seen.kind === 'unclear') return await lookAgain(deps, lease, seen.withheld)
    return ok(seen.kind === 'allowed' ? null : seen.withheld)
  } finally {
    if (copy !== null) await deps.temporaryFiles.remove(copy.path)
  }
}

type Seen =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'withheld'; readonly withheld: Withheld }
  /** What to do with it once there is no time left. */
  | { readonly kind: 'unclear'; readonly withheld: Withheld }

async function look(deps: LookDeps, { signal }: JobLease, path: string): Promise<Seen> {
  const { meshes, languageModel, temporaryFiles } = deps
  const picture = { sizePx, view: 'iso' } as const
  const drawn = await meshes.draw({ source: { path }, format: 'glb', picture })
  if (drawn.kind === 'unreadable') return { kind: 'withheld', withheld: notDrawn }
  if (drawn.kind !== 'drawn') return { kind: 'unclear', withheld: notDrawn }
  const image = await temporaryFiles.write(drawn.picture)
  try {
    const file = { ...image, fileName: 'model.png', mimeType: pictureType } as const
    const verdict = await languageModel.moderate({ text: '', images: [file], signal })
    if (verdict.kind === 'allowed') return verdict
    if (verdict.kind !== 'refused') return { kind: 'unclear', withheld: silent }
    return { kind: 'withheld', withheld: { cause: 'refused', reason: verdict.reason } }
  } finally {
    await temporaryFiles.remove(image.path)
  }
}

async function lookAgain(
  deps: LookDeps,
  lease: JobLease,
  withheld: Withheld,
): Promise<Result<Withheld, StepOutcome>> {
  const now = deps.clock.now()
  const failedAt = lease.job.lookFailedAt ?? now
  if (lease.job.lookFailedAt === null) await lease.save({ lookFailedAt: now })
  const isPatient = now.getTime() - failedAt.getTime() < deliveryPatienceMs
  if (isPatient && lifeLeftMs(deps, lease) > 0) return retryLater(lookAgainMs)
  deps.log.warn('generation.not_looked_at', { id: lease.job.id, reason: withheld.reason })
  return ok(withheld)
}

/** How a job ends whose model is withheld. */
export const failureOfWithheld = ({ cause, reason }: Withheld): GenerationFailure =>
  cause === 'refused'
    ? { kind: 'nsfw', reason, refused: 'model' }
    : { kind: 'moderation_unavailable' }
