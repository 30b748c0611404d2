// Boolean fields of the domain, of HTTP and of pages read as statements: `isPaid`, `hasStock`, `fitsPlate`.
import { expect, test } from 'bun:test'
import { join } from 'node:path'

const root = join(import.meta.dir, '../..')

const statement =
  /^(is|has|accepts|can|may|should|must|was|were|needs|does|did|are|will|fits|holds|keeps|takes|shares|reads|queues|works|runs|removes|opens|waits|owes|changes)(?=[A-Z\d]|$)/

/** Fields that keep another name, as `Type.field`, by the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'fields of requests, responses, documents or stored JSON': `
    BulkAction.withoutTracking BulkActions.withoutTracking Change.unpaid DecidedSupports.cached Draft.answered
    Ending.escalated EnteredParcels.withoutTracking Estimate.customColor GeneratedFiles.persisted Heartbeat.printing
    LockedOrder.unpaid MadeImage.persisted OnceByForm.replayed OrderMessages.replayed Orders.pending PaymentFacts.paid
    PrintMeasurement.cached QueueFilter.grouped QueueFilter.late QueueFilter.toReview QueueRequest.accept
    Rate.customColor RefundResult.replayed ReplyInput.close RequestedParts.shipping RequestedStatus.unpaid
    RequestedStatus.withoutTracking SentMessage.replayed SliceQuote.cached SliceResult.cached StatusUpdate.unpaid
    SubmitResponse.paid SubmitResponse.paymentPending SubmittedOrder.replayed SupportReply.escalated TicketReply.close
    WeightEstimate.customColor Parameter.required RequestBody.required ReferenceField.required Endpoint.deprecated`,
  'options of a generation (contract.md 4.7)': `
    GenerationOptions.generateParts GenerationOptions.refinementPass GenerationOptions.smartLowPoly
    GenerationOptions.textures`,
  'messages and reports of the geometry core, and what is stored of them': `
    InspectRequest.mesh InspectRequest.verdict MeshRepair.hollowed MeshRepair.reoriented MeshRepair.smoothed
    MeshReport.bodiesOverlap MeshReport.cavitiesKnown MeshReport.watertight ModelChangeRequest.orient
    ModelChangeRequest.repair ModelReviewFacts.watertight PartChanges.orient PictureRequest.faults PlateReport.bambuOnly
    PlateRequest.orient PrintEstimate.scaledToPlate PrintPose.orient PrintPose.supports Printability.watertight
    ProcessOptions.orient ProcessOptions.scaleToPlate ProcessRequest.glb ProcessRequest.stl ReadPart.supports
    ReceivedMesh.watertight ResliceSettings.supports SilhouetteKey.orient SilhouetteRequest.orient SliceRequest.orient
    SliceSettings.supports WallReport.complete`,
  'columns, also of queries in SQL': `
    JobPatch.createInFlight LeasedGenerationJob.createInFlight Leftover.cancelled ProcessorPayout.automatic
    SpendRow.usedUp UnmatchedPayment.automatic UnmatchedPayment.marked`,
  'a choice of an operator; null where the core chooses': 'PrintJob.chosenSupports',
  'parameters of a port, and options of one call':
    'Batch.full LinkInput.withPicture Payments.once Rendered.forget',
  'a field of the form parser': 'FileStream.truncated',
  'the mode of the process': 'BaseDeps.production FinishOptions.production',
  'fields of forms': `
    CommandInput.confirmed ConfirmableForm.confirmed ReadTracking.withoutTracking RefundForm.everything
    RefundForm.shipping ShipRequest.confirmed StatusForm.unpaid StatusForm.withoutTracking
    TrackingFormView.withoutTracking`,
  'declarations of endpoints': 'Route.crossOrigin',
  'a part of a page that is shown, or its state': `
    AccountView.samples AddressField.required ChartProps.allSteps ChartProps.tableOpen Checks.choosing
    ContactFormProps.ofOrder DrawView.samples GenerateView.closed GenerateView.samples PageOptions.previews
    PayView.noLink RepaintPanelProps.closed ShownOrder.returned TicketView.sent WatchedPage.returned`,
}

const listed = new Set(Object.values(exceptions).flatMap((names) => names.trim().split(/\s+/)))

/** Returns boolean fields of types that are not statements, as `Type.field`. */
function namesIn(source: string): readonly string[] {
  let type: string | null = null
  return source.split('\n').flatMap((line) => {
    if (/^\S/.test(line) && !/^[}|)\]&]/.test(line)) {
      type = /^(?:export )?type (\w+)/.exec(line)?.[1] ?? null
    }
    const fields = [...line.matchAll(/(?:readonly |[{,(] ?)?\b(\w+)\??: boolean\b/g)]
    return fields.flatMap(([, field = '']) =>
      type === null || statement.test(field) ? [] : [`${type}.${field}`],
    )
  })
}

test('boolean fields of the domain, of HTTP and of pages are statements', async () => {
  const paths = [...new Bun.Glob('server/{domain,http,pages}/**/*.{ts,tsx}').scanSync(root)]
  expect(paths.length).toBeGreaterThan(800)
  const sources = await Promise.all(paths.map((path) => Bun.file(join(root, path)).text()))
  const found = new Set(sources.flatMap(namesIn))
  expect([...found].filter((name) => !listed.has(name)).toSorted()).toEqual([])
  expect([...listed].filter((name) => !found.has(name))).toEqual([])
})

test('finds a noun, and ignores statements and variables', () => {
  const source = [
    'export type Order = {',
    '  readonly paid: boolean',
    '  readonly isOpen: boolean',
    '}',
    '',
    'type Inner = { readonly late: boolean }',
    'export type Payer = { readonly known?: boolean }',
    'const sent: boolean = true',
  ].join('\n')
  expect(namesIn(source)).toEqual(['Order.paid', 'Inner.late', 'Payer.known'])
})
