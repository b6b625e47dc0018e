import * as z from 'zod'
import { policySchema } from './schema.ts'

const ADDRESS = 'https://raw.githubusercontent.com/countersign/countersign/main/schema/countersign.schema.json'

/** The published JSON Schema of the policy, for editors: what the parser takes, in the same words. */
export const policyJsonSchema = (): object => {
  const { $schema, ...rest } = z.toJSONSchema(policySchema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (typeof jsonSchema.expects === 'string')
        jsonSchema.description = `${jsonSchema.description} Takes ${jsonSchema.expects}.`
      delete jsonSchema.expects
    },
  })
  return {
    $schema,
    $id: ADDRESS,
    title: 'Countersign policy',
    description: 'The file .github/countersign.yml on the default branch.',
    ...rest,
  }
}
