// Hidden key of a form that spends or creates something, so that a form sent twice takes effect once.
import { formKeyField } from '../../domain/idempotency/form-key.ts'
import { Hidden } from '../../html/form-fields.tsx'

export const FormKey = ({ value }: { value: string }) => (
  <Hidden name={formKeyField} value={value} />
)
