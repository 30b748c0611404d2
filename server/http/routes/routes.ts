// All routes of the service in document order, except the document and the metrics. Add new routes here.

import type { HealthContext } from '../live-pages/readiness.ts'
import type { Route } from '../middleware/route.ts'
import { issueApiKeyRoute, readApiKeyRoute, revokeApiKeyRoute } from './accounts/api-key.ts'
import { authRoute } from './accounts/auth.ts'
import { readBuyerRoute, setBuyerRoute } from './accounts/buyer-defaults.ts'
import { cardDonePage, removeCardPage, removeCardRoute, saveCardRoute } from './accounts/card.ts'
import { accountDataPages, deleteAccountRoute } from './accounts/data.ts'
import { createTokenRoute, listTokensRoute, revokeTokenRoute } from './accounts/extension-tokens.ts'
import { accountInvoicePages } from './accounts/invoices.ts'
import { accountListPages } from './accounts/lists.ts'
import { logoPages, readLogoRoute, removeLogoRoute, setLogoRoute } from './accounts/logo.ts'
import { ownRequestPages, readOwnRequestsRoute } from './accounts/own-requests.ts'
import { accountPages } from './accounts/pages.ts'
import { secondFactorPages } from './accounts/second-factor.ts'
import { type SignInContext, signInPages } from './accounts/sign-in.ts'
import { readSpendingRoute, setSpendingRoute } from './accounts/spending-limits.ts'
import { agentOrderRoute } from './agents/agent-order.ts'
import { brandFileRoutes } from './branding/brand-files.ts'
import { basketPages } from './cart/basket-pages.ts'
import { cartRepriceRoute } from './cart/cart-reprice.ts'
import { checkoutRoute } from './cart/checkout.ts'
import { checkoutPages } from './cart/checkout-pages.ts'
import { lineSettingsForm } from './cart/line-settings.ts'
import { orderAgainForm } from './cart/order-again.ts'
import { changeModelRoute } from './changes/change-model.ts'
import { modelFileRoute } from './changes/model-file.ts'
import { claimRoute, heartbeatRoute, jobDoneRoute, jobFailedRoute } from './farm/farm-claims.ts'
import {
  endCommandRoute,
  listCommandsRoute,
  putPictureRoute,
  takeCommandRoute,
} from './farm/farm-commands.ts'
import { farmUploadRoute, jobFileRoute, resliceJobRoute } from './farm/farm-files.ts'
import { clearPlateRoute, reportPrinterRoute } from './farm/farm-printers.ts'
import {
  changeJobRoute,
  createJobsRoute,
  listJobsRoute,
  queueOrderRoute,
} from './farm/farm-queue.ts'
import { galleryPages } from './gallery/gallery-pages.ts'
import { publishRoute, withdrawRoute } from './gallery/gallery-routes.ts'
import { cancelGenerationRoute } from './generation/cancel-generation.ts'
import { draftPages } from './generation/draft-pages.ts'
import { draftSetRoute } from './generation/drafts.ts'
import { generateRoute } from './generation/generate.ts'
import { generateActiveRoute } from './generation/generate-active.ts'
import { generatePages } from './generation/generate-pages.ts'
import { generateStartRoute } from './generation/generate-start.ts'
import { generateStatusRoute } from './generation/generate-status.ts'
import { modelProxyRoute } from './generation/model-proxy.ts'
import {
  deleteGenerationRoute,
  deleteImageRoute,
  listGenerationsRoute,
} from './generation/own-generations.ts'
import { ownWorkPages } from './generation/own-work-pages.ts'
import { retextureRoute } from './generation/retexture.ts'
import { buyCreditsRoute } from './gift-cards/credits.ts'
import { giftCardPages } from './gift-cards/gift-card-pages.ts'
import { giftCardCheckRoute, giftCardPurchaseRoute } from './gift-cards/gift-cards.ts'
import { detectColorsRoute } from './images/detect-colors.ts'
import { drawImageRoute } from './images/draw-image.ts'
import { editImageRoute } from './images/edit-image.ts'
import { picturePages } from './images/picture-pages.ts'
import { type ModelLiveContext, ownModelLive } from './models/own-model-live.ts'
import { ownModelPages } from './models/own-model-pages.ts'
import { booksPages } from './operators/books/books-pages.ts'
import { deskInvoicePages } from './operators/books/desk-invoices.ts'
import { disputePages } from './operators/disputes/dispute-pages.ts'
import { answerDisputeRoute, resolveWarningRoute } from './operators/disputes/dispute-routes.ts'
import { filamentPages } from './operators/filament/filament-pages.ts'
import { jobPages } from './operators/jobs/job-pages.ts'
import { mailPages } from './operators/mail/mail.ts'
import { ticketPages } from './operators/mail/tickets.ts'
import { deskGalleryPages } from './operators/models/gallery.ts'
import { deskModelsPages } from './operators/models/models.ts'
import { deskWithheldPages } from './operators/models/withheld.ts'
import { moneyPages } from './operators/money/money.ts'
import { unmatchedPages } from './operators/money/unmatched.ts'
import { labelForms, labelPages } from './operators/orders/labels/label-pages.ts'
import { messagePages } from './operators/orders/messages/message-forms.ts'
import { attachmentRoute, orderMessageRoute } from './operators/orders/messages/message-routes.ts'
import { operatorPages } from './operators/orders/operator-page.ts'
import { deskPictures } from './operators/orders/order-pictures.ts'
import { packPages } from './operators/orders/pack-page.ts'
import { operatorForms } from './operators/orders/status/order-forms.ts'
import {
  readOperatorOrderRoute,
  refundRoute,
  resolveRefundRoute,
  setOrderStatusRoute,
} from './operators/orders/status/order-routes.ts'
import { reprintForms, reprintRoute } from './operators/orders/work/reprint.ts'
import { orderWorkForms } from './operators/orders/work/work-forms.ts'
import {
  holdRoute,
  noteRoute,
  priorityRoute,
  releaseRoute,
} from './operators/orders/work/work-routes.ts'
import { type DeskContext, deskPages } from './operators/overview/desk-pages.ts'
import { wallPages } from './operators/overview/wall.ts'
import { platePages } from './operators/printers/plate-pages.ts'
import { printerPages } from './operators/printers/printer-pages.ts'
import { debtRoutes } from './operators/purchases/debt-routes.ts'
import { purchasePages } from './operators/purchases/purchase-pages.ts'
import { purchaseRoutes } from './operators/purchases/purchase-routes.ts'
import { bulkPages } from './operators/queue/bulk-pages.ts'
import { confirmBulkRoute, previewBulkRoute, readBulkRoute } from './operators/queue/bulk-routes.ts'
import { deliveredPages } from './operators/queue/delivered-page.ts'
import { exportPages } from './operators/queue/export-pages.ts'
import { queuePages } from './operators/queue/queue-page.ts'
import { engineSwitchPages } from './operators/service/engine-switches.ts'
import { failedPages } from './operators/service/failed.ts'
import { settingsPages } from './operators/service/settings.ts'
import { shopPages } from './operators/service/shop.ts'
import { termsPages } from './operators/service/terms.ts'
import { webhookRoutes } from './orders/billing-webhook.ts'
import { documentPages } from './orders/document-pages.ts'
import { type OrderLiveContext, orderFiles } from './orders/order-files.ts'
import { orderPages } from './orders/order-pages.ts'
import { legacyOrderStatusRoute, printFinishedRoute } from './orders/order-status.ts'
import { priceRoute } from './orders/price.ts'
import { readInvoiceRoute } from './orders/read-invoice.ts'
import { type OrderReadContext, readOrderRoute } from './orders/read-order.ts'
import { readStatesRoute } from './orders/read-states.ts'
import { submitOrderRoute } from './orders/submit-order.ts'
import { printabilityRoute } from './printability/printability.ts'
import { importLinkPages } from './quotes/import-link.ts'
import { quotePages } from './quotes/quote-page.ts'
import { type AgentCardContext, agentCardRoutes } from './service/agent-card.ts'
import { type AgentContext, agentMethods, agentRoute } from './service/agent-endpoint.ts'
import { apiCatalogRoute } from './service/api-catalog.ts'
import { assetRoutes } from './service/assets.ts'
import { bundleRoute } from './service/browser-assets.ts'
import { clientPackagesRoutes } from './service/client-packages.ts'
import { healthRoutes } from './service/health.ts'
import { home } from './service/home.ts'
import { type LegalContext, legalRoutes } from './service/legal-pages.ts'
import { robotsTextRoute } from './service/robots-txt.ts'
import { securityTextRoute } from './service/security-txt.ts'
import { sliceQuoteRoute } from './slicing/slice-quote.ts'
import { askPages } from './support/ask-pages.ts'
import { agentSupportRoute, supportRoute } from './support/ask-support.ts'
import { supportPages } from './support/contact-pages.ts'
import { checkoutSessionRoutes } from './ucp/checkout-sessions.ts'
import { continuePages } from './ucp/continue-pages.ts'
import { permalinkPages } from './ucp/permalink.ts'
import { completeUploadRoute } from './uploads/complete-upload.ts'
import { handInPages } from './uploads/hand-in.ts'
import { importModelRoute } from './uploads/model-import.ts'
import { printUploadRoute } from './uploads/print-upload.ts'
import { signUploadRoute } from './uploads/sign-upload.ts'
import { uploadBytes } from './uploads/upload-bytes.ts'

export type RoutesContext = OrderLiveContext &
  OrderReadContext &
  ModelLiveContext &
  SignInContext &
  AgentContext &
  AgentCardContext &
  HealthContext &
  DeskContext &
  LegalContext

export const routes: readonly Route<RoutesContext>[] = [
  submitOrderRoute,
  readOrderRoute,
  readStatesRoute,
  readInvoiceRoute,
  priceRoute,
  cartRepriceRoute,
  checkoutRoute,
  giftCardPurchaseRoute,
  giftCardCheckRoute,
  agentOrderRoute,
  supportRoute,
  agentSupportRoute,
  generateRoute,
  generateStartRoute,
  generateStatusRoute,
  generateActiveRoute,
  listGenerationsRoute,
  cancelGenerationRoute,
  draftSetRoute,
  deleteGenerationRoute,
  deleteImageRoute,
  modelProxyRoute,
  modelFileRoute,
  changeModelRoute,
  retextureRoute,
  publishRoute,
  withdrawRoute,
  printUploadRoute,
  signUploadRoute,
  completeUploadRoute,
  uploadBytes,
  importModelRoute,
  detectColorsRoute,
  drawImageRoute,
  editImageRoute,
  sliceQuoteRoute,
  printabilityRoute,
  agentRoute,
  agentMethods,
  ...agentCardRoutes,
  apiCatalogRoute,
  ...checkoutSessionRoutes,
  readApiKeyRoute,
  issueApiKeyRoute,
  revokeApiKeyRoute,
  listTokensRoute,
  createTokenRoute,
  revokeTokenRoute,
  readOwnRequestsRoute,
  readSpendingRoute,
  setSpendingRoute,
  readBuyerRoute,
  setBuyerRoute,
  readLogoRoute,
  setLogoRoute,
  removeLogoRoute,
  saveCardRoute,
  removeCardRoute,
  deleteAccountRoute,
  buyCreditsRoute,
  cardDonePage,
  removeCardPage,
  ...accountDataPages,
  authRoute,
  readOperatorOrderRoute,
  setOrderStatusRoute,
  refundRoute,
  resolveRefundRoute,
  answerDisputeRoute,
  resolveWarningRoute,
  ...purchaseRoutes,
  ...debtRoutes,
  orderMessageRoute,
  attachmentRoute,
  holdRoute,
  releaseRoute,
  priorityRoute,
  noteRoute,
  reprintRoute,
  previewBulkRoute,
  confirmBulkRoute,
  readBulkRoute,
  ...webhookRoutes,
  legacyOrderStatusRoute,
  printFinishedRoute,
  queueOrderRoute,
  createJobsRoute,
  listJobsRoute,
  changeJobRoute,
  resliceJobRoute,
  farmUploadRoute,
  claimRoute,
  heartbeatRoute,
  jobDoneRoute,
  jobFailedRoute,
  jobFileRoute,
  reportPrinterRoute,
  clearPlateRoute,
  putPictureRoute,
  listCommandsRoute,
  takeCommandRoute,
  endCommandRoute,
  ...healthRoutes,
  ...accountPages,
  ...logoPages,
  ...accountListPages,
  ...ownRequestPages,
  ...accountInvoicePages,
  ...basketPages,
  lineSettingsForm,
  ...checkoutPages,
  orderAgainForm,
  ...giftCardPages,
  ...secondFactorPages,
  // The wildcard /account/* follows the other /account pages, because request counts use the first match.
  ...signInPages,
  ...assetRoutes,
  ...brandFileRoutes,
  bundleRoute,
  ...clientPackagesRoutes,
  home,
  ...quotePages,
  ...continuePages,
  ...permalinkPages,
  ...importLinkPages,
  ...handInPages,
  ...generatePages,
  ...picturePages,
  ...draftPages,
  ...ownModelPages,
  ...ownWorkPages,
  ownModelLive,
  ...galleryPages,
  ...orderPages,
  ...orderFiles,
  ...documentPages,
  ...legalRoutes,
  securityTextRoute,
  robotsTextRoute,
  ...supportPages,
  ...askPages,
  ...deskPages,
  ...operatorPages,
  ...operatorForms,
  ...packPages,
  ...labelPages,
  ...labelForms,
  ...deliveredPages,
  ...messagePages,
  ...moneyPages,
  ...disputePages,
  ...purchasePages,
  ...booksPages,
  ...unmatchedPages,
  ...deskInvoicePages,
  ...mailPages,
  ...deskGalleryPages,
  ...deskModelsPages,
  ...deskWithheldPages,
  ...engineSwitchPages,
  ...ticketPages,
  ...failedPages,
  ...settingsPages,
  ...termsPages,
  ...shopPages,
  ...wallPages,
  ...jobPages,
  ...printerPages,
  ...platePages,
  ...filamentPages,
  ...deskPictures,
  ...queuePages,
  ...bulkPages,
  ...orderWorkForms,
  ...reprintForms,
  ...exportPages,
]
