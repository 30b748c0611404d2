// /operator/printer-labels: a label per printer, with a QR code that opens the printer's page on a phone.
import type { Printer } from '../../../domain/farm/printers/printer.ts'
import { assetUrl, queueScript } from '../../assets/assets.ts'
import { countOf } from '../../base/figures.ts'
import { QrCode } from '../../base/qr-code.tsx'
import { type DeskUser, deskPage } from '../parts/desk-page.tsx'
import { printerPath } from './printer-paths.ts'

type LabelsView = {
  readonly printers: readonly Printer[]
  readonly user: DeskUser
  /** Public base URL of the service, which the QR codes contain. */
  readonly baseUrl: string
}

export function printerLabelsPage({ printers, user, baseUrl }: LabelsView): Response {
  return deskPage({
    title: 'Labels for printers',
    tab: 'printers',
    user,
    script: assetUrl(queueScript),
    body: (
      <>
        <div class="page-head">
          <h1>{countOf(printers.length, 'label')}</h1>
          <button type="button" data-print hidden>
            Print
          </button>
          <span class="muted">Scan a printer’s label to clear its plate on a phone.</span>
        </div>
        {printers.length === 0 ? (
          <p>
            No printer is known. A printer is added when it reports or claims for the first time.
          </p>
        ) : (
          <ul class="labels">
            {printers.map(({ name, model }) => (
              <li class="label">
                <QrCode
                  text={new URL(printerPath(name), baseUrl).href}
                  label={`The page of ${name}`}
                />
                <strong>{name}</strong>
                <span>{model ?? ''}</span>
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  })
}
