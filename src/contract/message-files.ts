import { z } from 'zod'
import { isBlank, uuid } from './fields.ts'
import { limits } from './limits.ts'

/** A file of a message. `type` is its media type by its content, `size` its bytes; pictures have a size in pixels. */
export const attachedFile = z.object({
  id: uuid,
  name: z.string(),
  type: z.string(),
  size: z.int(),
  width: z.int().optional(),
  height: z.int().optional(),
})

export type AttachedFile = z.infer<typeof attachedFile>

/** A file as a team sees it: before it opens one that is risky, it is asked. */
export const teamFile = attachedFile.extend({ is_risky: z.boolean() })

/** `thumbnail`: a small WebP of a picture. A file without one is not found. */
export const fileQuery = z.object({ thumbnail: z.literal('1').optional() })

/** The body of a message that may have files, and then no words. */
export const withFiles = <Shape extends z.ZodRawShape & { content: z.ZodType<string> }>(body: z.ZodObject<Shape>) =>
  body
    .extend({
      attachments: z
        .array(uuid)
        .max(limits.filesPerMessage, `must be at most ${limits.filesPerMessage} files`)
        .refine((ids) => new Set(ids).size === ids.length, 'must name each file once')
        .optional()
        .default([])
        .meta({ description: 'Ids of uploaded files' }),
    })
    .superRefine((message, context) => {
      const { content, attachments } = message as { content: string; attachments: string[] }
      if (attachments.length === 0 && isBlank(content))
        context.addIssue({ code: 'custom', path: ['content'], message: 'is required' })
    })
