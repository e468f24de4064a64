import { rateLimits } from '#contract/limits.ts'
import { openApiDocument } from '../http/openapi.ts'
import type { JsonSchema } from '../http/openapi-schemas.ts'

/** Where the document of the public API lies that programs are written against, below the project's folder. */
export const FROZEN = 'docs/api-v1.json'

/** The document of the public API as a server with its usual settings answers it. */
export const currentDocument = (): JsonSchema =>
  JSON.parse(JSON.stringify(openApiDocument('https://baton.example/v1', rateLimits)))
