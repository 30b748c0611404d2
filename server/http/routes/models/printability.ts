// POST /api/printability: whether a mesh can be printed. A form with a file, or JSON with the address of a stored model.
import { Elysia } from 'elysia'
import * as v from 'valibot'
import type { AccountCaller } from '../../../domain/base/caller.ts'
import { fail, type Result } from '../../../domain/base/result.ts'
import type { ProcessReport, Remark } from '../../../domain/measurement/processing.ts'
import {
  checkFile,
  checkStored,
  consumeCheckLimit,
} from '../../../domain/printability/check-model.ts'
import { maxCheckedBytes } from '../../../domain/printability/check-printability.ts'
import type { HttpContext } from '../../middleware/context.ts'
import { readShape } from '../../requests/body.ts'
import { withMultipartForm } from '../../requests/multipart.ts'
import type { Failure } from '../../responses/failure.ts'
import { failureToResponse } from '../../responses/failure-to-response.ts'

export const printability = (context: HttpContext, clientAddress: (request: Request) => string) =>
  new Elysia().post(
    '/api/printability',
    async ({ request }) => {
      const { deps, authenticate } = context
      const caller = await authenticate(request, ['session'])
      const address = clientAddress(request)
      const slot = await consumeCheckLimit(deps, caller, address)
      if (!slot.ok) return failureToResponse(slot.failure)
      const checked = await check(context, { caller, address, request })
      return checked.ok
        ? Response.json(reportJson(checked.value))
        : failureToResponse(checked.failure)
    },
    { parse: 'none' },
  )

async function check(
  { deps, keepOpen }: HttpContext,
  { caller, address, request }: { caller: AccountCaller | null; address: string; request: Request },
): Promise<Result<ProcessReport, Failure>> {
  const contentType = request.headers.get('content-type') ?? ''
  if (/^application\/json\b/i.test(contentType)) {
    const body = await readShape(request, storedModel)
    if (!body.ok) return body
    keepOpen?.(request)
    const fields = new Map(Object.entries(body.value))
    return checkStored(deps, caller, { fields, signal: request.signal })
  }
  if (!/^multipart\/form-data\b/i.test(contentType)) return fail({ kind: 'check_body_unknown' })
  const { uploads, log } = deps
  const options = {
    uploads,
    caller: caller ?? ({ kind: 'anonymous', address } as const),
    log,
    fileField: 'file',
    maxFileBytes: maxCheckedBytes,
  }
  const checked = await withMultipartForm(request, options, (form) => {
    keepOpen?.(request)
    return checkFile(deps, { ...form, signal: request.signal })
  })
  return !checked.ok && checked.failure.kind === 'file_too_large'
    ? fail({ kind: 'check_file_too_large' })
    : checked
}

const storedModel = v.object(
  {
    modelUrl: v.optional(v.string('must be a string'), ''),
    units: v.optional(v.string('must be a string'), ''),
  },
  'The body must be a JSON object with modelUrl.',
)

/** decisions.md 20. `places` are those of the remarks that are somewhere on the model. */
function reportJson(report: ProcessReport) {
  const { printability, printStatus, printDetail, printabilityScore } = report
  return {
    printability,
    printStatus,
    printDetail,
    printabilityScore,
    issues: report.issues.map(({ message }) => message),
    recommendations: report.recommendations.map(({ message }) => message),
    unit: report.unit,
    places: [...report.issues, ...report.recommendations].filter(isSomewhere).map(placeJson),
  }
}

const isSomewhere = ({ at, sizeMm }: Remark) => at !== null || sizeMm !== null
const placeJson = ({ message, at, sizeMm }: Remark) => ({ about: message, at, sizeMm })
