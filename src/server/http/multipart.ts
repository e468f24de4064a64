import type { FastifyRequest } from 'fastify'
import { invalid } from '../errors.ts'

/** Collects a multipart body: text fields as they are, the part named `file` as a File. Bounds are the plugin's. */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
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
