// Where a form of signing in leads afterwards.
import { Hidden } from '../../html/form-fields.tsx'

/** Carries the address of the page that is shown after signing in; '' = none. */
export function NextField({ next }: { next: string }) {
  return next === '' ? '' : <Hidden name="next" value={next} />
}
