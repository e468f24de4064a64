import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../errors.ts'

/**
 * Collects a multipart body: text fields as they are, the part named `file` as a File. Bounds are the plugin's.
 * @throws AppError 422 on a part that is not expected; 400 when the form itself is broken or cut off
 */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  try {
    return await collectParts(request)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT')
      throw invalid('file', 'must be sent once')
    // What Fastify has to say carries a status; what the parser has to say is about the form.
    if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) throw error
    throw new AppError('validation_failed', { status: 400, message: 'The form could not be read.' })
  }
}

async function collectParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else if (part.fieldname !== 'file' || fields.file)
      throw invalid(part.fieldname, 'is not expected; send one part named file')
    else
      fields.file = new File([new Uint8Array(await part.toBuffer())], part.filename || 'file', { type: part.mimetype })
  }
  return fields
}
