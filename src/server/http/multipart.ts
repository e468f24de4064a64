import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../errors.ts'

/**
 * Reads a multipart body: text fields as strings, the part `file` as a `File`, but not other files. The plugin enforces
 * limits, with errors of its own.
 * @throws AppError 422 on a second part named `file`, 400 when the form is broken or cut off
 */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  try {
    return await collectParts(request)
  } catch (error) {
    // Errors of Fastify have a status; any other error means that the form is broken.
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new AppError('validation_failed', { status: 400, message: 'The form could not be read.' })
  }
}

async function collectParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else if (part.fieldname !== 'file') part.file.resume()
    else if (fields.file instanceof File) throw invalid('file', 'must be sent once')
    else
      fields.file = new File([new Uint8Array(await part.toBuffer())], part.filename || 'file', { type: part.mimetype })
  }
  return fields
}
