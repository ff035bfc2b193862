// A form that a schema of the domain validates: react-hook-form with the schema as its resolver.

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import type { $ZodType, input, output } from 'zod/v4/core'

/**
 * The form has the fields of `defaultValues`, whose type must fit the input of the schema. The form may leave out optional fields of the
 * schema, or require them: a form has a value for each of its fields from the start.
 */
export function useZodForm<Schema extends $ZodType, Fields extends input<Schema> & FieldValues>(
  schema: Schema,
  defaultValues: Fields & DefaultValues<Fields>,
): UseFormReturn<Fields, unknown, output<Schema>> {
  // Leaves out the schema's phantom type, which names all fields of the schema.
  const { version, vendor, validate } = schema['~standard']
  const resolver = standardSchemaResolver<Fields, unknown, output<Schema>>({
    '~standard': { version, vendor, validate },
  })
  return useForm({ resolver, defaultValues })
}
