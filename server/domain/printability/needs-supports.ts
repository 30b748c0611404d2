// Whether a part is printed with supports.
import { ok } from '../base/result.ts'
import { type CheckInput, checkPrintability } from './check-printability.ts'
import type { PrintabilityDeps } from './ports.ts'

/** By the same check that tells customers so. In the part's given pose. */
export async function needsSupports(deps: Pick<PrintabilityDeps, 'meshes'>, part: CheckInput) {
  const checked = await checkPrintability(deps, part)
  if (!checked.ok) return checked
  return ok(checked.value.recommendations.some(({ code }) => code === 'supports'))
}
