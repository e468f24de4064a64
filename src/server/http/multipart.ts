import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../errors.ts'

/**
 * Collects a multipart body: text fields as they are, the part named `file` as a File. Files under other names are left
 * out, like any field nobody asked for. Bounds are the plugin's.
 * @throws AppError 422 on a second file; 400 when the form itself is broken or cut off
 */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  try {
    return await collectParts(request)
  } catch (error) {
    // Errors of Fastify carry a status; any other error means that the form is broken.
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
