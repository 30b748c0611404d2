// Dependencies of the endpoints: those of every area that they call.

import type { BillingDeps } from '../../domain/billing/ports.ts'
import type { BrandingDeps } from '../../domain/branding/ports.ts'
import type { CarrierDeps } from '../../domain/carriers/ports.ts'
import type { CartDeps } from '../../domain/cart/ports.ts'
import type { ChangeDeps } from '../../domain/changes/ports.ts'
import type { ColorDeps } from '../../domain/colors/ports.ts'
import type { DeskDeps } from '../../domain/desk/ports.ts'
import type { FarmDeps } from '../../domain/farm/ports.ts'
import type { FulfillmentDeps } from '../../domain/fulfillment/ports.ts'
import type { GenerationDeps } from '../../domain/generation/run/ports.ts'
import type { SpendDeps } from '../../domain/idempotency/once.ts'
import type { ImageDeps } from '../../domain/images/ports.ts'
import type { LeadTimeDeps } from '../../domain/lead-time/farm-load.ts'
import type { SeenCodesDeps } from '../../domain/limits/seen-codes.ts'
import type { OperationsDeps } from '../../domain/metrics/ports.ts'
import type { NotificationDeps } from '../../domain/notifications/ports.ts'
import type { OperatorDeps } from '../../domain/operators/ports.ts'
import type { PrintabilityDeps } from '../../domain/printability/ports.ts'
import type { SupportDeps } from '../../domain/support/ports.ts'
import type { TermsDeps } from '../../domain/terms/ports.ts'
import type { TicketDeps } from '../../domain/tickets/ports.ts'
import type { UcpDeps } from '../../domain/ucp/ports.ts'
import type { UploadDeps } from '../../domain/uploads/ports.ts'

export type HttpDeps = FulfillmentDeps &
  CartDeps &
  BillingDeps &
  UploadDeps &
  FarmDeps &
  PrintabilityDeps &
  GenerationDeps &
  ColorDeps &
  ImageDeps &
  ChangeDeps &
  LeadTimeDeps &
  OperationsDeps &
  DeskDeps &
  OperatorDeps &
  TicketDeps &
  SupportDeps &
  NotificationDeps &
  SpendDeps &
  TermsDeps &
  BrandingDeps &
  UcpDeps &
  CarrierDeps &
  Pick<SeenCodesDeps, 'seenMarks'>

/** Dependencies that admit the caller of a route (access.ts). */
export type AdmissionDeps = Pick<
  HttpDeps,
  | 'internalKey'
  | 'previousInternalKey'
  | 'operatorEmails'
  | 'viewerEmails'
  | 'isSecondFactorRequired'
  | 'rateCounters'
  | 'production'
  | 'log'
>
