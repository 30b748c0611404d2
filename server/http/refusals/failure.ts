// Union of all refusals that REST has a response for.
import type { AccountFailure, SignInFailure } from '../../domain/accounts/failure.ts'
import type { BillingFailure } from '../../domain/billing/failure.ts'
import type { BooksFailure } from '../../domain/books/failure.ts'
import type { LabelFailure } from '../../domain/carriers/failure.ts'
import type { CartFailure } from '../../domain/cart/failure.ts'
import type { ChangeFailure } from '../../domain/changes/failure.ts'
import type { ColorFailure } from '../../domain/colors/failure.ts'
import type { FarmFailure } from '../../domain/farm/failure.ts'
import type { FulfillmentFailure } from '../../domain/fulfillment/failure.ts'
import type { GalleryFailure } from '../../domain/gallery/failure.ts'
import type { CancelFailure } from '../../domain/generation/cancel-generation.ts'
import type { DeletionFailure } from '../../domain/generation/delete-work.ts'
import type { WaitFailure } from '../../domain/generation/request/failure.ts'
import type { PurchaseFailure } from '../../domain/gift-cards/failure.ts'
import type { IdempotencyFailure } from '../../domain/idempotency/failure.ts'
import type { ImageFailure } from '../../domain/images/failure.ts'
import type { LimitFailure } from '../../domain/limits/failure.ts'
import type { PictureFailure } from '../../domain/measurement/drawings.ts'
import type { StoredFileFailure } from '../../domain/models/failure.ts'
import type { BodyUploadFailure } from '../../domain/models/uploads.ts'
import type { OperatorFailure } from '../../domain/operators/failure.ts'
import type { PurchaseDeskFailure } from '../../domain/operators/purchase-desk.ts'
import type { DisputeFailure } from '../../domain/orders/disputes/failure.ts'
import type {
  EventFailure,
  OrderFailure,
  ReadFailure,
  RefundFailure,
  StatusFailure,
} from '../../domain/orders/failure.ts'
import type { PriceFailure } from '../../domain/pricing/failure.ts'
import type { PrintabilityFailure } from '../../domain/printability/failure.ts'
import type { SlicingFailure } from '../../domain/slicing/failure.ts'
import type { TicketFailure } from '../../domain/tickets/failure.ts'
import type { UcpFailure } from '../../domain/ucp/failure.ts'
import type { SignedUploadFailure } from '../../domain/uploads/failure.ts'
import type { BodyFailure } from '../requests/failure.ts'

export type Failure =
  | WaitFailure
  | SlicingFailure
  | FarmFailure
  | DisputeFailure
  | BooksFailure
  | PrintabilityFailure
  | OrderFailure
  | ReadFailure
  | EventFailure
  | IdempotencyFailure
  | PriceFailure
  | AccountFailure
  | StatusFailure
  | FulfillmentFailure
  | LabelFailure
  | RefundFailure
  | LimitFailure
  | SignInFailure
  | BodyFailure
  | BodyUploadFailure
  | StoredFileFailure
  | PictureFailure
  | SignedUploadFailure
  | ColorFailure
  | ImageFailure
  | DeletionFailure
  | CancelFailure
  | OperatorFailure
  | CartFailure
  | BillingFailure
  | GalleryFailure
  | ChangeFailure
  | PurchaseFailure
  | PurchaseDeskFailure
  | TicketFailure
  | UcpFailure
