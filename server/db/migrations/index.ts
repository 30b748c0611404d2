// Every migration by name, in order. Migrations only go forward: never edit a released one; append the next number.

import type { Migration } from 'kysely/migration'
import * as initial from './0001-0039/0001-initial.ts'
import * as slicing from './0001-0039/0002-slicing.ts'
import * as generation from './0001-0039/0003-generation.ts'
import * as quotes from './0001-0039/0004-quotes.ts'
import * as modelUnits from './0001-0039/0005-model-units.ts'
import * as openEvents from './0001-0039/0006-open-events.ts'
import * as operators from './0001-0039/0008-operators.ts'
import * as generationList from './0001-0039/0009-generation-list.ts'
import * as knownDevices from './0001-0039/0010-known-devices.ts'
import * as chargeLimits from './0001-0039/0011-charge-limits.ts'
import * as openEventLooks from './0001-0039/0012-open-event-looks.ts'
import * as checkedWords from './0001-0039/0013-checked-words.ts'
import * as metrics from './0001-0039/0014-metrics.ts'
import * as orderWork from './0001-0039/0015-order-work.ts'
import * as printJobs from './0001-0039/0016-print-jobs.ts'
import * as deskRoles from './0001-0039/0017-desk-roles.ts'
import * as orderHours from './0001-0039/0018-order-hours.ts'
import * as webOrders from './0001-0039/0019-web-orders.ts'
import * as giftCards from './0001-0039/0020-gift-cards.ts'
import * as uploadsAndImages from './0001-0039/0021-uploads-and-images.ts'
import * as finishedWork from './0001-0039/0024-finished-work.ts'
import * as acceptAndQueue from './0001-0039/0025-accept-and-queue.ts'
import * as gallery from './0001-0039/0026-gallery.ts'
import * as tickets from './0001-0039/0027-tickets.ts'
import * as spendingLimits from './0001-0039/0028-spending-limits.ts'
import * as farmQuarterHours from './0001-0039/0029-farm-quarter-hours.ts'
import * as sweepIndexes from './0001-0039/0030-sweep-indexes.ts'
import * as generationsByFile from './0001-0039/0031-generations-by-file.ts'
import * as visitorFiles from './0001-0039/0033-visitor-files.ts'
import * as outbox from './0001-0039/0036-outbox.ts'
import * as sealedKeys from './0001-0039/0039-sealed-keys.additive.ts'
import * as unmatchedPayments from './0040-0069/0040-unmatched-payments.additive.ts'
import * as claimHolders from './0040-0069/0041-claim-holders.additive.ts'
import * as openCheckouts from './0040-0069/0046-open-checkouts.additive.ts'
import * as seenCodes from './0040-0069/0047-seen-codes.additive.ts'
import * as orderSizes from './0040-0069/0051-order-sizes.additive.ts'
import * as moneyLedger from './0040-0069/0052-money-ledger.additive.ts'
import * as lostCards from './0040-0069/0053-lost-cards.additive.ts'
import * as erasure from './0040-0069/0054-erasure.additive.ts'
import * as disputes from './0040-0069/0055-disputes.additive.ts'
import * as invoices from './0040-0069/0057-invoices.additive.ts'
import * as refunds from './0040-0069/0058-refunds.additive.ts'
import * as sweepLookups from './0040-0069/0059-sweep-lookups.additive.ts'
import * as returns from './0040-0069/0060-returns.additive.ts'
import * as returnedMoney from './0040-0069/0061-returned-money.additive.ts'
import * as books from './0040-0069/0062-books.additive.ts'
import * as disputeReversals from './0040-0069/0063-dispute-reversals.additive.ts'
import * as paidBackDebts from './0040-0069/0064-paid-back-debts.additive.ts'
import * as closedAccounts from './0040-0069/0065-closed-accounts.additive.ts'
import * as printers from './0040-0069/0066-printers.additive.ts'
import * as orderReviews from './0040-0069/0067-order-reviews.additive.ts'
import * as plateSlices from './0040-0069/0068-plate-slices.additive.ts'
import * as modelSlices from './0040-0069/0069-model-slices.additive.ts'
import * as plannedHours from './0070-0099/0070-planned-hours.additive.ts'
import * as unusedAttachments from './0070-0099/0071-unused-attachments.additive.ts'
import * as staffNotices from './0070-0099/0072-staff-notices.additive.ts'
import * as partSupports from './0070-0099/0073-part-supports.additive.ts'
import * as sharedPlates from './0070-0099/0074-shared-plates.additive.ts'
import * as scrapReasons from './0070-0099/0077-scrap-reasons.additive.ts'
import * as partSilhouettes from './0070-0099/0078-part-silhouettes.additive.ts'
import * as spendKeys from './0070-0099/0081-spend-keys.additive.ts'
import * as engineSpend from './0070-0099/0082-engine-spend.additive.ts'
import * as deletedWork from './0070-0099/0083-deleted-work.additive.ts'
import * as storeRetries from './0070-0099/0084-store-retries.additive.ts'
import * as engineHealth from './0070-0099/0085-engine-health.additive.ts'
import * as generationProgress from './0070-0099/0086-generation-progress.additive.ts'
import * as galleryReports from './0070-0099/0087-gallery-reports.additive.ts'
import * as changedModels from './0070-0099/0088-changed-models.additive.ts'
import * as aloneReasons from './0070-0099/0089-alone-reasons.additive.ts'
import * as trackingLookup from './0070-0099/0090-tracking-lookup.additive.ts'
import * as drafts from './0070-0099/0091-drafts.additive.ts'
import * as operatorControls from './0070-0099/0092-operator-controls.additive.ts'
import * as withheldResults from './0070-0099/0093-withheld-results.additive.ts'
import * as vendorBalances from './0070-0099/0094-vendor-balances.additive.ts'
import * as orderReferences from './0070-0099/0095-order-references.additive.ts'
import * as waitingBaskets from './0070-0099/0096-waiting-baskets.additive.ts'
import * as ownRequests from './0070-0099/0097-own-requests.additive.ts'
import * as unpaidCauses from './0070-0099/0098-unpaid-causes.additive.ts'
import * as parcelMails from './0100-0129/0100-parcel-mails.additive.ts'
import * as farmTerms from './0100-0129/0101-farm-terms.additive.ts'
import * as lineSizes from './0100-0129/0102-line-sizes.additive.ts'
import * as checkoutSessions from './0100-0129/0105-checkout-sessions.additive.ts'
import * as keyOverlap from './0100-0129/0106-key-overlap.additive.ts'
import * as branding from './0100-0129/0107-branding.additive.ts'
import * as printerDesk from './0100-0129/0108-printer-desk.additive.ts'
import * as logosAndMissingItems from './0100-0129/0109-logos-and-missing-items.additive.ts'
import * as spools from './0100-0129/0110-spools.additive.ts'
import * as parcelLabels from './0100-0129/0111-parcel-labels.additive.ts'
import * as unreachablePrinters from './0100-0129/0112-unreachable-printers.additive.ts'

export const migrations: Readonly<Record<string, Migration>> = {
  '0001-initial': initial,
  '0002-slicing': slicing,
  '0003-generation': generation,
  '0004-quotes': quotes,
  '0005-model-units': modelUnits,
  '0006-open-events': openEvents,
  '0008-operators': operators,
  '0009-generation-list': generationList,
  '0010-known-devices': knownDevices,
  '0011-charge-limits': chargeLimits,
  '0012-open-event-looks': openEventLooks,
  '0013-checked-words': checkedWords,
  '0014-metrics': metrics,
  '0015-order-work': orderWork,
  '0016-print-jobs': printJobs,
  '0017-desk-roles': deskRoles,
  '0018-order-hours': orderHours,
  '0019-web-orders': webOrders,
  '0020-gift-cards': giftCards,
  '0021-uploads-and-images': uploadsAndImages,
  '0024-finished-work': finishedWork,
  '0025-accept-and-queue': acceptAndQueue,
  '0026-gallery': gallery,
  '0027-tickets': tickets,
  '0028-spending-limits': spendingLimits,
  '0029-farm-quarter-hours': farmQuarterHours,
  '0030-sweep-indexes': sweepIndexes,
  '0031-generations-by-file': generationsByFile,
  '0033-visitor-files': visitorFiles,
  '0036-outbox': outbox,
  '0039-sealed-keys.additive': sealedKeys,
  '0040-unmatched-payments.additive': unmatchedPayments,
  '0041-claim-holders.additive': claimHolders,
  '0046-open-checkouts.additive': openCheckouts,
  '0047-seen-codes.additive': seenCodes,
  '0051-order-sizes.additive': orderSizes,
  '0052-money-ledger.additive': moneyLedger,
  '0053-lost-cards.additive': lostCards,
  '0054-erasure.additive': erasure,
  '0055-disputes.additive': disputes,
  '0057-invoices.additive': invoices,
  '0058-refunds.additive': refunds,
  '0059-sweep-lookups.additive': sweepLookups,
  '0060-returns.additive': returns,
  '0061-returned-money.additive': returnedMoney,
  '0062-books.additive': books,
  '0063-dispute-reversals.additive': disputeReversals,
  '0064-paid-back-debts.additive': paidBackDebts,
  '0065-closed-accounts.additive': closedAccounts,
  '0066-printers.additive': printers,
  '0067-order-reviews.additive': orderReviews,
  '0068-plate-slices.additive': plateSlices,
  '0069-model-slices.additive': modelSlices,
  '0070-planned-hours.additive': plannedHours,
  '0071-unused-attachments.additive': unusedAttachments,
  '0072-staff-notices.additive': staffNotices,
  '0073-part-supports.additive': partSupports,
  '0074-shared-plates.additive': sharedPlates,
  '0077-scrap-reasons.additive': scrapReasons,
  '0078-part-silhouettes.additive': partSilhouettes,
  '0081-spend-keys.additive': spendKeys,
  '0082-engine-spend.additive': engineSpend,
  '0083-deleted-work.additive': deletedWork,
  '0084-store-retries.additive': storeRetries,
  '0085-engine-health.additive': engineHealth,
  '0086-generation-progress.additive': generationProgress,
  '0087-gallery-reports.additive': galleryReports,
  '0088-changed-models.additive': changedModels,
  '0089-alone-reasons.additive': aloneReasons,
  '0090-tracking-lookup.additive': trackingLookup,
  '0091-drafts.additive': drafts,
  '0092-operator-controls.additive': operatorControls,
  '0093-withheld-results.additive': withheldResults,
  '0094-vendor-balances.additive': vendorBalances,
  '0095-order-references.additive': orderReferences,
  '0096-waiting-baskets.additive': waitingBaskets,
  '0097-own-requests.additive': ownRequests,
  '0098-unpaid-causes.additive': unpaidCauses,
  '0100-parcel-mails.additive': parcelMails,
  '0101-farm-terms.additive': farmTerms,
  '0102-line-sizes.additive': lineSizes,
  '0105-checkout-sessions.additive': checkoutSessions,
  '0106-key-overlap.additive': keyOverlap,
  '0107-branding.additive': branding,
  '0108-printer-desk.additive': printerDesk,
  '0109-logos-and-missing-items.additive': logosAndMissingItems,
  '0110-spools.additive': spools,
  '0111-parcel-labels.additive': parcelLabels,
  '0112-unreachable-printers.additive': unreachablePrinters,
}
