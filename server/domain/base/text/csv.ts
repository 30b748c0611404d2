// Fields of CSV (RFC 4180) for spreadsheets.

/**
 * Formats a text as a field. A text that a spreadsheet would read as a formula gets a leading apostrophe: customers write these
 * texts, and a formula can send the sheet's contents elsewhere (OWASP, CSV injection).
 */
export function csvField(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
