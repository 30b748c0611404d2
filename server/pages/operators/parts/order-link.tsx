// Order code as a link to the order's desk page.
import { orderPath } from './order-path.ts'

export function OrderLink({ code }: { code: string }) {
  return (
    <a class="strong" href={orderPath(code)}>
      {code}
    </a>
  )
}
