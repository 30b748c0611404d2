// Every table by name, for Kysely. Written manually together with migrations/. A CHECK constraint with the same values backs every union
// type in these files (test/db/core/checks.test.ts), so rows need no cast.

import type {
  AccountLogosTable,
  AccountsTable,
  ApiKeysTable,
  ExtensionTokensTable,
  KnownDevicesTable,
  OwnRequestsTable,
  SealedKeysTable,
} from './accounts.ts'
import type { BillingDocumentsTable } from './billing.ts'
import type {
  BalanceReadingsTable,
  MonthClosingsTable,
  ProcessorPayoutsTable,
  ProcessorTransactionsTable,
  TieOutDifferencesTable,
  TieOutsTable,
} from './books.ts'
import type { BrandingLogosTable, BrandingVersionsTable } from './branding.ts'
import type { ParcelLabelsTable } from './carriers.ts'
import type {
  FarmQuarterHoursProgressTable,
  FarmQuarterHoursTable,
  OrderDaysTable,
  OrderHoursProgressTable,
  OrderHoursTable,
  OrderMonthsTable,
} from './desk.ts'
import type {
  DebtsTable,
  DisputesTable,
  FraudWarningsTable,
  PaymentReviewsTable,
  PurchaseRefundsTable,
  PurchaseReturnsTable,
  ReturnSearchesTable,
} from './disputes.ts'
import type {
  PlateSlicesTable,
  PrintFilesTable,
  PrintJobEventsTable,
  PrintJobsTable,
} from './farm.ts'
import type { FarmTermsTable } from './farm-terms.ts'
import type {
  BulkActionOrdersTable,
  BulkActionsTable,
  OrderNotesTable,
  OrderSearchTable,
} from './fulfillment.ts'
import type {
  CreditEntriesTable,
  EngineHealthTable,
  EngineSpendTable,
  EngineSwitchesTable,
  GenerationBodiesTable,
  GenerationJobsTable,
  GenerationLogsTable,
  VendorBalancesTable,
  VendorLeftoversTable,
  WithheldResultsTable,
} from './generation.ts'
import type { CallBudgetsTable, RateCountersTable, SeenCodesTable } from './limits.ts'
import type {
  MetricCountsTable,
  MetricHistogramsTable,
  MetricProcessesTable,
  MetricTotalsTable,
} from './metrics.ts'
import type {
  BannedModelsTable,
  GenerationsTable,
  ImagesTable,
  MeasurementsTable,
  ModelChangesTable,
  ModelsTable,
  PartSilhouettesTable,
  PrintEstimatesTable,
  SignedUploadsTable,
  SlicesTable,
  VisitorFilesTable,
} from './models.ts'
import type {
  LedgerChecksTable,
  LedgerDifferencesTable,
  LedgerView,
  MoneyMovementsTable,
} from './money.ts'
import type {
  EmailsTable,
  IdempotencyKeysTable,
  LegacyOrdersTable,
  OrderEventsTable,
  OrderLinesTable,
  OrdersTable,
  PaymentSearchesTable,
  ProcessorEventsTable,
  RefundsTable,
  SpendKeysTable,
  UnmatchedPaymentsTable,
} from './orders.ts'
import type {
  PrinterCommandsTable,
  PrinterPicturesTable,
  PrinterSpoolsTable,
  PrintersTable,
} from './printers.ts'
import type { QuotesTable } from './quotes.ts'
import type {
  AttachmentsTable,
  MessageAttachmentsTable,
  NotificationDigestTable,
  NotificationItemsTable,
  NotificationSendsTable,
  NotificationSettingsTable,
  OperatorActionsTable,
  OrderMessagesTable,
  SecondFactorCodesTable,
  StaffNoticesTable,
  WallLinksTable,
} from './roles.ts'
import type {
  BasketLinesTable,
  BasketsTable,
  GalleryEntriesTable,
  GalleryReportsTable,
  GiftCardEntriesTable,
  GiftCardsTable,
  PurchasesTable,
} from './shop.ts'
import type { PlateFilamentTable, SpoolMovementsTable, SpoolsTable } from './spools.ts'
import type { TicketAttachmentsTable, TicketMessagesTable, TicketsTable } from './tickets.ts'
import type { CheckoutRepliesTable, CheckoutSessionsTable } from './ucp.ts'

export type Database = {
  accounts: AccountsTable
  api_keys: ApiKeysTable
  extension_tokens: ExtensionTokensTable
  known_devices: KnownDevicesTable
  own_requests: OwnRequestsTable
  account_logos: AccountLogosTable
  sealed_keys: SealedKeysTable
  models: ModelsTable
  visitor_files: VisitorFilesTable
  banned_models: BannedModelsTable
  withheld_results: WithheldResultsTable
  measurements: MeasurementsTable
  print_estimates: PrintEstimatesTable
  part_silhouettes: PartSilhouettesTable
  slices: SlicesTable
  signed_uploads: SignedUploadsTable
  images: ImagesTable
  generations: GenerationsTable
  model_changes: ModelChangesTable
  orders: OrdersTable
  order_lines: OrderLinesTable
  order_events: OrderEventsTable
  order_notes: OrderNotesTable
  order_search: OrderSearchTable
  bulk_actions: BulkActionsTable
  bulk_action_orders: BulkActionOrdersTable
  parcel_labels: ParcelLabelsTable
  refunds: RefundsTable
  web_orders: LegacyOrdersTable
  idempotency_keys: IdempotencyKeysTable
  spend_keys: SpendKeysTable
  engine_spend: EngineSpendTable
  engine_health: EngineHealthTable
  vendor_leftovers: VendorLeftoversTable
  vendor_balances: VendorBalancesTable
  engine_switches: EngineSwitchesTable
  processor_events: ProcessorEventsTable
  unmatched_payments: UnmatchedPaymentsTable
  payment_searches: PaymentSearchesTable
  disputes: DisputesTable
  fraud_warnings: FraudWarningsTable
  payment_reviews: PaymentReviewsTable
  return_searches: ReturnSearchesTable
  purchase_refunds: PurchaseRefundsTable
  purchase_returns: PurchaseReturnsTable
  debts: DebtsTable
  emails: EmailsTable
  quotes: QuotesTable
  baskets: BasketsTable
  basket_lines: BasketLinesTable
  checkout_sessions: CheckoutSessionsTable
  checkout_replies: CheckoutRepliesTable
  gallery_entries: GalleryEntriesTable
  gallery_reports: GalleryReportsTable
  purchases: PurchasesTable
  gift_cards: GiftCardsTable
  gift_card_entries: GiftCardEntriesTable
  billing_documents: BillingDocumentsTable
  print_files: PrintFilesTable
  print_jobs: PrintJobsTable
  plate_slices: PlateSlicesTable
  print_job_events: PrintJobEventsTable
  printers: PrintersTable
  printer_spools: PrinterSpoolsTable
  printer_commands: PrinterCommandsTable
  printer_pictures: PrinterPicturesTable
  spools: SpoolsTable
  spool_movements: SpoolMovementsTable
  plate_filament: PlateFilamentTable
  generation_jobs: GenerationJobsTable
  generation_bodies: GenerationBodiesTable
  generation_logs: GenerationLogsTable
  credit_entries: CreditEntriesTable
  processor_transactions: ProcessorTransactionsTable
  processor_payouts: ProcessorPayoutsTable
  balance_readings: BalanceReadingsTable
  tie_outs: TieOutsTable
  tie_out_differences: TieOutDifferencesTable
  month_closings: MonthClosingsTable
  money_movements: MoneyMovementsTable
  ledger_checks: LedgerChecksTable
  ledger_differences: LedgerDifferencesTable
  order_money: LedgerView
  gift_card_money: LedgerView
  account_credits: LedgerView
  account_credit_value: LedgerView
  rate_counters: RateCountersTable
  call_budgets: CallBudgetsTable
  seen_codes: SeenCodesTable
  second_factor_codes: SecondFactorCodesTable
  wall_links: WallLinksTable
  operator_actions: OperatorActionsTable
  attachments: AttachmentsTable
  order_messages: OrderMessagesTable
  message_attachments: MessageAttachmentsTable
  notification_settings: NotificationSettingsTable
  notification_items: NotificationItemsTable
  notification_sends: NotificationSendsTable
  notification_digest: NotificationDigestTable
  staff_notices: StaffNoticesTable
  tickets: TicketsTable
  ticket_messages: TicketMessagesTable
  ticket_attachments: TicketAttachmentsTable
  metric_totals: MetricTotalsTable
  metric_counts: MetricCountsTable
  metric_histograms: MetricHistogramsTable
  metric_processes: MetricProcessesTable
  order_hours: OrderHoursTable
  order_days: OrderDaysTable
  order_months: OrderMonthsTable
  order_hours_progress: OrderHoursProgressTable
  farm_terms: FarmTermsTable
  branding_versions: BrandingVersionsTable
  branding_logos: BrandingLogosTable
  farm_quarter_hours: FarmQuarterHoursTable
  farm_quarter_hours_progress: FarmQuarterHoursProgressTable
}
