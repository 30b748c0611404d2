// An email address in a narrow column.
import { Html } from '@elysiajs/html'

/** Breaks before its @ where it does not fit on one line. */
export function MailAddress({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <>
      <span safe>{address.slice(0, at)}</span>
      <wbr />
      <span safe>{address.slice(at)}</span>
    </>
  )
}
