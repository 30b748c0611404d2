// The hidden key of a form that spends or makes something: sent twice, the form does it once.
import { formKeyField } from '../../domain/idempotency/form-key.ts'
import { Hidden } from '../../html/form-fields.tsx'

export const FormKey = ({ value }: { value: string }) => (
  <Hidden name={formKeyField} value={value} />
)
