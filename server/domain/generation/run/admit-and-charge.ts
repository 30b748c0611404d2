// Checks, moderates and charges a job's request, before any external call that costs money.

import { ok, type Result } from '../../base/result.ts'
import { checkSwitch } from '../request/check-switch.ts'
import { creditCost } from '../request/credit-cost.ts'
import { moderateRequest } from '../request/moderate.ts'
import type { GenerationRequest, RequestWithImages } from '../request/request.ts'
import type { JobLease } from './lease.ts'
import type { GenerationDeps } from './ports.ts'
import { failedStep, type StepStop } from './step-stop.ts'

type AdmitDeps = Pick<
  GenerationDeps,
  'generationJobs' | 'languageModel' | 'engines' | 'engineSwitches' | 'ids' | 'log'
>

/** Charges after the moderation, so every charged job has been moderated. A charged job is not checked again. */
export async function admitAndCharge(
  deps: AdmitDeps,
  lease: JobLease,
  work: RequestWithImages,
): Promise<Result<void, StepStop>> {
  if (deps.engines.closed) return failedStep({ kind: 'generation_off' })
  if (lease.job.creditsCharged !== null) return ok(undefined)
  const { options, retextureOf } = work.request
  const isOn = retextureOf === null ? await checkSwitch(deps, options.engine) : ok(undefined)
  if (!isOn.ok) return failedStep(isOn.failure)
  const allowed = await moderateRequest(deps, work, lease.signal)
  if (!allowed.ok) return failedStep(allowed.failure)
  return await charge(lease, work.request)
}

async function charge(
  lease: JobLease,
  request: GenerationRequest,
): Promise<Result<void, StepStop>> {
  const credits = creditCost(request)
  const charged = await lease.charge(credits, request)
  if (charged.kind === 'charged') return ok(undefined)
  if (charged.kind === 'in_debt') {
    return failedStep({ kind: 'account_in_debt', owedCents: charged.owedCents })
  }
  return failedStep({ kind: 'no_credits', required: credits, available: charged.available })
}
